#!/usr/bin/env python3
"""falsify_head.py TABLE N: adds N to the wins of the first side in the head of a table, under a right checksum."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[3] / "solver" / "test"))
import xxh3  # noqa: E402

RESULTS, HEAD_CHECK = 120, 248  # places of results[0][0] and head_check, docs/tables.md
path = pathlib.Path(sys.argv[1])
head = bytearray(path.read_bytes()[:256])
rest = path.read_bytes()[256:]
place = RESULTS + 4 * 8  # wins of the first side
count = int.from_bytes(head[place:place + 8], "little") + int(sys.argv[2])
head[place:place + 8] = count.to_bytes(8, "little")
head[HEAD_CHECK:] = xxh3.xxh3(bytes(head[:HEAD_CHECK])).to_bytes(8, "little")
path.write_bytes(bytes(head) + rest)
