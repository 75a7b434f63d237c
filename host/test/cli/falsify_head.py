#!/usr/bin/env python3
"""falsify_head.py TABLE FIELD N: adds N to a field in the head of a table, under a right checksum: version, or wins,
those of the first side."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[3] / "solver" / "test"))
import xxh3  # noqa: E402

# Places and sizes: version; results[0][4]; head_check. docs/tables.md
FIELDS, HEAD_CHECK = {"version": (48, 4), "wins": (120 + 4 * 8, 8)}, 248
path = pathlib.Path(sys.argv[1])
head = bytearray(path.read_bytes()[:256])
rest = path.read_bytes()[256:]
place, size = FIELDS[sys.argv[2]]
count = int.from_bytes(head[place:place + size], "little") + int(sys.argv[3])
head[place:place + size] = count.to_bytes(size, "little")
head[HEAD_CHECK:] = xxh3.xxh3(bytes(head[:HEAD_CHECK])).to_bytes(8, "little")
path.write_bytes(bytes(head) + rest)
