# shellcheck shell=bash
# Completion of tabuleiro for bash; made by 'tabuleiro help --completion'.
_tabuleiro()
{
    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
    local commands='perft suite moves show solve probe table play uci hub referee session devices games version help'
    local games='chess checkers brazilian russian international italian pool spanish portuguese czech thai thai12 turkish armenian canadian frisian frysk killer antidraughts breakthrough spantsireti damas64 damas100 diagonal12 diagonal9 diagonal12-corner diagonal9-corner damma damma-fwd italianas inglesas russas perde-ganha ludomania'
    local options='' game=''
    case ${COMP_WORDS[1]} in
    perft) game=1 options='--divide --stats --device --threads --hash --key --split --unique --estimate --seed --session --resume --restart --checkpoint --shard --memory --progress --quiet --chess960 --merge-captures --json --help' ;;
    suite) game=1 options='--device --threads --hash --key --max-nodes --progress --quiet --merge-captures --json --help' ;;
    moves) game=1 options='--san --chess960 --merge-captures --json --help' ;;
    show) game=1 options='--svg --chess960 --json --help' ;;
    solve) game=1 options='--device --threads --out --metrics --memory --progress --quiet --json --help' ;;
    probe) game=1 options='--tables --cache --by --line --san --json --help' ;;
    table) options='--threads --cache --sample --list --progress --quiet --json --help' ;;
    play) game=1 options='--threads --hash --tables --cache --quiet --engine --move-time --depth --help' ;;
    uci) options='--threads --hash --tables --cache --help' ;;
    hub) options='--threads --hash --tables --cache --help' ;;
    referee) game=1 options='--quiet --rules --lang --export --json --help' ;;
    session) options='--device --threads --hash --key --restart --sample --progress --quiet --json --help' ;;
    devices) options='--json --help' ;;
    games) options='--json --help' ;;
    version) options='--json --help' ;;
    help) options='--man --completion --help' ;;
    esac
    case $previous in
    --device) mapfile -t COMPREPLY < <(compgen -W 'cpu loop opencl cuda all' -- "$word"); return ;;
    --threads) :; return ;;
    --hash) :; return ;;
    --key) :; return ;;
    --split) :; return ;;
    --estimate) :; return ;;
    --seed) :; return ;;
    --session) mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
    --checkpoint) :; return ;;
    --shard) :; return ;;
    --max-nodes) :; return ;;
    --out) mapfile -t COMPREPLY < <(compgen -d -- "$word"); return ;;
    --metrics) :; return ;;
    --memory) :; return ;;
    --tables) mapfile -t COMPREPLY < <(compgen -d -- "$word"); return ;;
    --cache) :; return ;;
    --by) :; return ;;
    --sample) :; return ;;
    --list) :; return ;;
    --progress) :; return ;;
    --rules) :; return ;;
    --lang) :; return ;;
    --export) mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
    --engine) :; return ;;
    --move-time) :; return ;;
    --depth) :; return ;;
    --svg) mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
    esac
    local choices=''
    if ((COMP_CWORD == 1)); then choices=$commands
    elif [[ $word == -* ]]; then choices=$options
    elif [[ ${COMP_WORDS[1]} == help ]]; then choices=$commands
    elif ((COMP_CWORD == 2)) && [[ $game ]]; then choices=$games
    elif ((COMP_CWORD == 2)) && [[ ${COMP_WORDS[1]} == table ]]; then choices='verify stats zugzwang list'
    elif [[ ${COMP_WORDS[1]} == solve ]]; then choices='all-3 all-4 all-5 all-6'
    elif ((COMP_CWORD == 3)) && [[ $game ]]; then choices='startpos kiwipete'
    fi
    mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$word")
    if [[ ${#COMPREPLY[@]} -eq 0 && $word != -* ]]; then mapfile -t COMPREPLY < <(compgen -f -- "$word"); fi
}
complete -o filenames -F _tabuleiro tabuleiro
