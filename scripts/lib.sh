# shellcheck shell=bash
# What the scripts share; to be sourced. Exit codes of all of them:
#   0   done
#   1   usage, or a step failed
#   2   bad input: a file that cannot be read, or is of another kind
#   3   no such device
#   4   a count is wrong
#   69  packages are missing and not to be installed, or cannot be
#   74  a file or folder cannot be written
set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
BUILD=$ROOT/build
JOBS=$(nproc)

# Debian 12 packages: name, purpose, what it is for.
PACKAGES="
clang               build  C compiler (draughts are up to 1.8 times faster than by gcc 12)
libc6-dev           build  C library headers
cmake               build  build system
ninja-build         build  build system
git                 build  names the commit in the version
opencl-headers      build  OpenCL backend
ocl-icd-libopencl1  run    OpenCL loader
pocl-opencl-icd     run    OpenCL on the processor
libsqlite3-dev      build  sessions of perft
libcmocka-dev       test   unit tests
python3             test   reads JSON back, runs the command line cases
clang-format        format  one style of C
clang-format        test   one style of C
gcc                 test   second compiler
libgaviotatb-dev    test   mates of 3 men by another program: its library
gaviotatb           test   ... and its tables
libclang-rt-14-dev  test   clang's sanitizers and libFuzzer
clang-tidy          test   static checks
oclgrind            test   memory checks of OpenCL kernels
scdoc               test   manual page
pkgconf             test   the installed library, as others find it
shellcheck          test   checks of the scripts
python3             bench  the harness
hyperfine           bench  takes the times of scripts/bench
stockfish           yardstick  Stockfish, whose rate is the unit of scripts/bench
python3             chart  draws charts
gnuplot-nox         chart  draws charts
fairymax            match  the opponent of engine_match.py
libopenmpi-dev      mpi    perft over ranks
openmpi-bin         mpi    perft over ranks"

die() { # EXIT-CODE MESSAGE
    echo "${0##*/}: $2" >&2
    exit "$1"
}

# Wherever it stands, --help prints the script's first comment, before anything is installed or built.
for argument; do
    case $argument in
    --) break ;;
    -h | --help)
        awk 'NR > 1 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$0"
        exit
        ;;
    esac
done

# ---- packages ----

missing_packages() { # PURPOSE...: lines of PACKAGES that are not installed
    local name purpose use status
    while read -r name purpose use; do
        [[ -n $name && " $* " == *" $purpose "* ]] || continue
        status=$(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null) || status=none
        [[ $status == installed ]] || echo "$name ($use)"
    done <<<"$PACKAGES" | sort -u -k1,1
}

install_packages() { # NAME...
    local as_root=() log=$BUILD/packages.log
    if [[ $(id -u) != 0 ]]; then
        command -v sudo >/dev/null || die 69 "not root and no sudo; as root: apt-get install $*"
        as_root=(sudo)
    fi
    local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300)
    mkdir -p "$BUILD"
    "${apt[@]}" update >"$log" 2>&1 </dev/null || echo "  apt-get update failed; trying with the lists at hand" >&2
    "${apt[@]}" install -y --no-install-recommends "$@" >>"$log" 2>&1 </dev/null || {
        tail -n 20 "$log" >&2
        die 69 "apt-get could not install: $*"
    }
}

# Installs what is missing for the purposes, or with INSTALL=no refuses.
need_packages() { # PURPOSE...
    if ! command -v dpkg-query >/dev/null; then
        echo "Not a Debian system: taking for granted what it would install for: $*" >&2
        return
    fi
    local lines names
    mapfile -t lines < <(missing_packages "$@")
    ((${#lines[@]})) || return 0
    names=("${lines[@]%% *}")
    if [[ ${INSTALL:-yes} == no ]]; then
        printf '  %s\n' "${lines[@]}" >&2
        die 69 "these packages are missing, and --no-install was given"
    fi
    echo "Installing ${#names[@]} Debian packages:" >&2
    printf '  %s\n' "${lines[@]}" >&2
    install_packages "${names[@]}"
}

# ---- building ----

# Whatever the programs keep stays in the build folder.
use_folder() { # BUILD-FOLDER
    BUILD=$1
    export TABULEIRO_CACHE=$BUILD/program-cache POCL_CACHE_DIR=$BUILD/pocl-cache
    export CUDA_CACHE_PATH=$BUILD/cuda-cache XDG_CACHE_HOME=$BUILD/cache-home PYTHONDONTWRITEBYTECODE=1
    mkdir -p "$POCL_CACHE_DIR" || die 74 "cannot write to $BUILD"
}

logged() { # LOG COMMAND...: quiet unless the command fails
    local log=$1
    shift
    "$@" >"$log" 2>&1 </dev/null || {
        cat "$log" >&2
        die 1 "failed: $*"
    }
}

configure() { # BUILD-FOLDER CMAKE-OPTION...
    local folder=$1 generator=()
    shift
    mkdir -p "$folder"
    [[ -n ${CC:-} ]] || ! command -v clang >/dev/null || export CC=clang
    [[ -e $folder/CMakeCache.txt ]] || ! command -v ninja >/dev/null || generator=(-G Ninja)
    logged "$folder/configure.log" cmake -S "$ROOT" -B "$folder" "${generator[@]}" -DCMAKE_BUILD_TYPE=Release "$@"
    sed -n '/^-- Tabuleiro/,/^-- [^ T]/{ s/^-- //; /^[ T]/p }' "$folder/configure.log"
}

build() { # BUILD-FOLDER CMAKE-BUILD-OPTION...
    local folder=$1
    shift
    echo "Building in ${folder#"$ROOT/"}"
    cmake --build "$folder" -j "$JOBS" "$@" -- --quiet </dev/null
}
