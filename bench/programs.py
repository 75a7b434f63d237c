"""Runs tabuleiro and Stockfish, checks their counts, takes the time.

CPU seconds are user and system time of the whole process, start-up included. hyperfine takes them, one run an
invocation, so that rounds can alternate and every run is kept (Timed). Run takes them itself where a run has a limit, or
where nothing may be installed (gpu-check).
"""
import argparse
import json
import os
import pathlib
import re
import resource
import shlex
import subprocess
import sys
import tempfile
import time

from known import KIWIPETE_FEN, STARTPOS, known


class Failure(Exception):
    """One line for the user; `code` is the exit code."""

    def __init__(self, text, code=1):
        super().__init__(text)
        self.code = code


class Parser(argparse.ArgumentParser):
    """A usage error exits with 1, as in tabuleiro."""

    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(1, f"{self.prog}: {message}\n")


def main_program(name, run):
    """The exit code of a program's `run`: failures are one line, ^C is silent, and so is a reader that goes away."""
    try:
        code = run()
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Failure as failure:
        print(f"{name}: {failure}", file=sys.stderr)
        return failure.code
    except KeyboardInterrupt:
        return 75


class Run:
    """A finished process: its output, exit code, wall-clock and CPU seconds."""

    def __init__(self, arguments, text="", environment=None, limit=None):
        """`limit`: seconds until it is sent SIGTERM; what it printed until then is kept."""
        start, cpu_start = time.monotonic(), children_cpu_seconds()
        process = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   text=True, env={**os.environ, **(environment or {})})
        try:
            self.output = process.communicate(text, limit)[0]
        except subprocess.TimeoutExpired:
            process.terminate()
            self.output = process.communicate()[0]
        self.code = process.returncode
        self.seconds = time.monotonic() - start
        self.cpu_seconds = children_cpu_seconds() - cpu_start

    def last_line(self):
        lines = self.output.strip().splitlines()
        return lines[-1] if lines else "no output"


class Timed:
    """A finished process as Run, its times taken by hyperfine."""

    def __init__(self, arguments, text="", environment=None):
        with tempfile.TemporaryDirectory() as folder:
            given, output, times = (pathlib.Path(folder) / name for name in ("in", "out", "times.json"))
            given.write_text(text, encoding="utf-8")
            if text:  # hyperfine 1.15, Debian 12's, gives a program no input
                arguments = ["sh", "-c", f'exec "$0" "$@" <{shlex.quote(str(given))}', *arguments]
            run = Run(["hyperfine", "--runs", "1", "--shell", "none", "--ignore-failure", "--style", "basic",
                       "--output", str(output), "--export-json", str(times), shlex.join(arguments)],
                      environment=environment)
            if run.code:
                raise Failure(f"hyperfine: exit code {run.code}: {run.last_line()}")
            taken = json.loads(times.read_text(encoding="utf-8"))["results"][0]
            self.output = output.read_text(encoding="utf-8")
        self.code = taken["exit_codes"][0]
        self.seconds = taken["times"][0]
        self.cpu_seconds = taken["user"] + taken["system"]

    last_line = Run.last_line


def children_cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def check_count(who, line, depth, nodes):
    if nodes != known(line)[depth]:
        raise Failure(f"{who}: {line}, depth {depth}: {nodes}, expected {known(line)[depth]}", 4)


class Tabuleiro:
    def __init__(self, path, timer=Run):
        """timer: of runs without a limit, Run or Timed."""
        self.path = str(path)
        self.timer = timer

    def record(self, *arguments, environment=None, limit=None):
        """The last JSON record of a command, and its Run or Timed."""
        command = [self.path, *map(str, arguments), "--json"]
        run = Run(command, environment=environment, limit=limit) if limit else self.timer(command, environment=environment)
        if run.code:
            raise Failure(f"tabuleiro {' '.join(map(str, arguments))}: exit code {run.code}: {run.last_line()}", run.code)
        return json.loads(run.last_line()), run

    def perft(self, line, depth, *options, environment=None, limit=None):
        """A perft's record on one device and Run; the count is the known one, or Failure."""
        merge = ["--merge-captures"] if line.merged else []
        record, run = self.record("perft", line.game, line.position, depth, "--quiet", *merge, *options,
                                  environment=environment, limit=limit)
        check_count(f"tabuleiro {' '.join(map(str, options))}", line, depth, int(record["nodes"]))
        record["counting"] = record["devices"][0]["counting"]
        return record, run

    def games(self):
        return [game["name"] for game in self.record("games")[0]["games"]]

    def devices(self, backend=""):
        """Its devices, all or of one backend."""
        devices = self.record("devices")[0]["devices"]
        return [device for device in devices if backend in ("", device["backend"])]


class Stockfish:
    """The yardstick: its perft lists the moves at the last ply and makes none of them."""

    counting = "last ply: legal moves listed one by one, not made"

    def __init__(self, path):
        self.path = path
        self.name = re.match(r"[\w ./-]*", Run([path], "quit\n").output).group().split(" by ")[0]

    def perft(self, line, depth):
        """The Timed of one `go perft` of a chess line; the count is the published one, or Failure."""
        place = "startpos" if line == STARTPOS else f"fen {KIWIPETE_FEN}"
        run = Timed([self.path], f"position {place}\ngo perft {depth}\nquit\n")
        found = re.search(r"Nodes searched: (\d+)", run.output)
        if not found:
            raise Failure(f"{self.path}: no count in its output: {run.last_line()}")
        check_count("stockfish", line, depth, int(found.group(1)))
        return run
