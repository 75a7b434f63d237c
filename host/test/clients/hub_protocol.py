#!/usr/bin/env python3
"""Hub as programs and people may speak it: right, wrong, broken off.

    hub_protocol.py TABULEIRO

Standard library only. Prints each case that fails; exit code 1 if any does.
"""
import re
import subprocess
import sys
import tempfile
import threading

PROGRAM = sys.argv[1]
PATIENCE = 60  # seconds: machines may be busy
START = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww"
failed = []


def check(case, right, seen):
    if not right:
        failed.append(case)
        print(f"{case}: {str(seen)[-600:]}")


def script(text):
    """What the program answers to a whole script at once, at whose end the input ends."""
    data = text if isinstance(text, bytes) else (text + "\n").encode()
    done = subprocess.run([PROGRAM, "hub"], input=data, capture_output=True, timeout=PATIENCE)
    check("a script ends well", done.returncode == 0 and not done.stderr and done.stdout.isascii(),
          (data[:80], done.returncode, done.stderr))
    return done.stdout.decode(errors="replace")


def introduction():
    out = script("hub\ninit\nping\nquit")
    check("hub", re.search(r"^id name=Tabuleiro version=.*^param name=variant value=normal type=enum values=\".*^wait$",
                           out, re.M | re.S), out)
    for variant in ["normal", "killer", "bt", "frisian", "frysk", "losing", "brazilian", "russian", "italian", "canadian"]:
        check(f"variant {variant}", re.search(rf"[\" ]{variant}[\" ]", out), out)
    check("ready, pong", out.endswith("ready\npong\n"), out)


def searches():
    for level in ["depth=5", "nodes=3000", "move-time=0.05", "time=1", "moves=5 time=0.5", "time=0.5 inc=0.1", "time=0"]:
        out = script(f"init\npos pos={START}\nlevel {level}\ngo think")
        check(f"level {level}", re.search(r"^done move=\d+-\d+", out, re.M), out)
    out = script(f"init\npos pos={START} moves=\"32-28 19-23 28x19x23\"\nlevel depth=5\ngo think")
    check("a forced capture", re.search(r"done move=1[34]x2[34]x19", out), out)
    out = script("init\npos pos=BeeeWWeeeeeeeeeeeeeeeeeeeweeeeeeeeewweBeeeeeeeeeBee moves=\"38-15 5-41 48-26\"\n"
                 "level depth=3\ngo think")
    check("moves of kings", re.search(r"^done move=", out, re.M) and "error" not in out, out)
    for variant, squares in [("brazilian", 32), ("russian", 32), ("canadian", 72), ("turkish", 64), ("killer", 50)]:
        men = "b" * (squares // 4) + "e" * (squares - 2 * (squares // 4)) + "w" * (squares // 4)
        out = script(f"hub\nset-param name=variant value={variant}\ninit\npos pos=W{men}\nlevel depth=4\ngo think")
        check(f"a search of {variant}", re.search(r"^done move=\d", out, re.M) and "error" not in out, out)
    lost = "W" + "e" * 49 + "B"
    check("no move", "done move=0-0" in script(f"init\npos pos={lost}\nlevel depth=3\ngo think"), lost)


def blanks():
    out = script(f"\tinit \r\n  pos \t pos={START}\t\vmoves=\"32-28 \t 19-23\"  \nlevel\t depth=3\t\ngo \f think ")
    check("any white space", "error" not in out and re.search(r"^done move=28x19x23", out, re.M), out)
    check("a byte order mark", script(b"\xef\xbb\xbfping\n") == "pong\n", "")


def lines():
    """The best move and its reply are those of the last line."""
    for moves in ["", "32-28", "32-28 19-23 28x19x23", "31-27 17-22"]:
        for level in ["depth=1", "depth=6", "nodes=1", "nodes=700", "nodes=4000", "move-time=0.02", "time=0.1"]:
            out = script(f"init\npos pos={START} moves=\"{moves}\"\nlevel {level}\ngo think").splitlines()
            last = [line.split('pv="')[1].rstrip('"').split() for line in out if " pv=" in line][-1]
            done = re.findall(r"=(\S+)", out[-1])
            check(f"the last line, {level}, {moves}", done == last[:len(done)] and out[-1].startswith("done move="), out[-2:])


def tables():
    """Of an ending that tables win or lose the line goes on to its end."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([PROGRAM, "solve", "checkers", "KKvK", "-q", "--out", folder], check=True, stdout=subprocess.DEVNULL)
        for side in "WB":
            for white, black in [((10, 15), 28), ((1, 32), 18), ((22, 23), 4)]:
                squares = "".join("W" if i in white else "B" if i == black else "e" for i in range(1, 33))
                out = script(f"set-param name=variant value=english\nset-param name=tables value=\"{folder}\"\ninit\n"
                             f"pos pos={side}{squares}\nlevel depth=2\ngo think")
                score, line = re.findall(r"score=(\S+) .*pv=\"(.*)\"", out)[-1]
                check(f"a line to the end, {side} {white} {black}", float(score) == 0
                      or round(10000 - 100 * abs(float(score))) == len(line.split()) > 0, out)


def numbers():
    for level in ["depth=x", "depth", "nodes=1e", "time= inc=0.1", "move-time=1s", "moves=a time=0.1"]:
        out = script(f"init\npos pos={START}\nlevel {level}\ngo think")
        check(f"level {level}", out.count("level: expected a number, not ") == 1 and "done move=" in out, out)


def running():
    process = subprocess.Popen([PROGRAM, "hub"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    guard = threading.Timer(PATIENCE, process.kill)
    guard.start()

    def send(*lines):
        process.stdin.write("".join(line + "\n" for line in lines))

    def until(start):
        while True:
            line = process.stdout.readline()
            if not line or line.startswith(start):
                return line
    send("init", f"pos pos={START}", "level infinite", "go analyze", "ping")
    check("pong meanwhile", until("pong") and True, "")
    send("stop")
    check("stop", until("done").startswith("done move="), "")
    send("level time=0.3", "go ponder", "ping")
    until("pong")
    send("ponder-hit")
    check("ponder-hit", until("done").startswith("done move="), "")
    send("go ponder", "stop")
    check("stop while pondering", until("done").startswith("done move="), "")
    send("new-game", "level depth=4", "go think")
    check("new-game", until("done").startswith("done move="), "")
    send("level infinite", "go think", "quit")
    check("quit while searching", until("done").startswith("done move="), "")
    check("exit code", process.wait() == 0, "")
    guard.cancel()


def rubbish():
    for text in ["", "foo", "hub hub", "set-param", "set-param name=variant value=ludo", "set-param name=hash value=-1", "pos",
                 "pos pos=", "pos pos=W", f"pos pos=X{START[1:]}", f"pos pos={START}e", f"pos pos={START[:-1]}x",
                 f"pos pos={START} moves=\"1-2\"", f"pos pos={START} moves=\"32x28x\"", f"pos pos={START} moves=\"99999999999-1\"",
                 "level", "level foo=1", "level depth=x", "go", "go home", "stop", "ponder-hit", "new-game", 'pos pos="', "=", "a=b"]:
        script("init\n" + text + "\nlevel depth=1\ngo think")
        script(text)
    script(b"\x00\x01\xff\xfe\r\n\x80ping\x00\n" * 20)
    script(b"pos pos=" + b"w" * 100000)
    script(b"x" * (3 << 20) + b"\nping\n")


for case in [introduction, searches, blanks, lines, tables, numbers, running, rubbish]:
    case()
print("failed: " + ", ".join(failed) if failed else "every case is right")
sys.exit(1 if failed else 0)
