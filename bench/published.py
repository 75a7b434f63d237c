"""Figures of other programs, measured elsewhere and by others; results/README.md has the sources. Nothing here is
measured by scripts/bench."""

# Perft on one core without a hash table, times Stockfish's `go perft` on the same core: start position at depth 7,
# Kiwipete at depth 6.
PERFT = {"chessbit": (5.9, 7.7), "MPerft 5.3": (5.4, 4.2), "Gigantua": (4.7, 6.2)}
PERFT_CORE = "a core of Emerald Rapids with AVX-512"

# The 35 chess tables of 3 and 4 men on a core that takes SCALE_SECONDS for Stockfish's `go perft 6`: bytes; CPU seconds
# complete and solving.
SCALE_SECONDS = 0.58
TABLES = {
    "Syzygy": {"bytes": {"wdl": 1_260_000, "dtz": 3_080_000}, "cpu_seconds": 230, "solving": 15},
    "Prophet": {"bytes": {"dtm": 26_000_000}, "cpu_seconds": 401, "solving": 130},
}
