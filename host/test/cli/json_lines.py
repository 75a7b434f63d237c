#!/usr/bin/env python3
"""Checks standard input: JSON Lines of a command, every key of them documented in its help.

json_lines.py COMMAND prints the records' names in order; exit 1 with what is wrong.
"""
import json
import re
import subprocess
import sys


def refuse_constant(text):
    raise ValueError(f"{text} is no JSON")


def unique_keys(pairs):
    keys = [key for key, _ in pairs]
    if len(set(keys)) < len(keys):
        raise ValueError(f"a key twice: {keys}")
    return dict(pairs)


def all_keys(value):
    if isinstance(value, dict):
        for key, member in value.items():
            yield key
            yield from all_keys(member)
    elif isinstance(value, list):
        for member in value:
            yield from all_keys(member)


command = sys.argv[1]
page = subprocess.run(["tabuleiro", "help", command], capture_output=True, check=True, text=True).stdout
documented = set(re.findall(r"^  (\w+): ", page, re.MULTILINE))
lines = sys.stdin.buffer.read().decode("utf-8").split("\n")
if len(lines) < 2 or lines[-1]:
    sys.exit("no complete line")
for line in lines[:-1]:
    record = json.loads(line, parse_constant=refuse_constant, object_pairs_hook=unique_keys)
    unknown = set(all_keys(record)) - documented
    if record["record"] != "error" and unknown:
        sys.exit(f"undocumented keys: {sorted(unknown)}")
    print(record["record"])
