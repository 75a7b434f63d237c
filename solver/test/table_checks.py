"""What the tests of read_table.py and read_draughts.py share: what is wrong is printed and counted."""
import sys

from table_bytes import Damaged

wrong = []


def expect(what, got, known):
    if got != known:
        wrong.append(what)
        print(f"{what}: {got}, known {known}", file=sys.stderr)


def check_damage(path, read):
    """Is one bit of each part of a file missed? read opens it anew."""
    whole = path.read_bytes()
    for at in (0, 130, 250, 256, len(whole) - 1):
        damaged = bytearray(whole)
        damaged[at] ^= 16
        path.write_bytes(damaged)
        try:
            read()
            told = False
        except Damaged:
            told = True
        expect(f"damage at {at} is reported", told, True)
    path.write_bytes(whole)
