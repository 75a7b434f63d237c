"""What the kernels cost, from their executed machine code: see scripts/kernel-cost, which prepares and calls it."""
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import results
from programs import Failure, Parser, main_program

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Counts: game, position, depth, ply of the nodes, how many of them (0: every path); whether captures are merged.
COUNTS = [("chess", "startpos", 9, 5, 30, False), ("chess", "kiwipete", 7, 3, 6, False),
          ("checkers", "startpos", 10, 0, 0, False), ("international", "startpos", 8, 0, 0, True)]
# Tables: game, material, those that it needs.
TABLES = [("chess", "KQvKR", ["KQvK", "KRvK"]), ("chess", "KPvKP", ["KPvK", "KQvKQ", "KQvKR", "KQvKB", "KQvKN", "KRvKR",
           "KRvKB", "KRvKN", "KRvKP", "KBvKP", "KNvKP", "KQvKP", "KBvKB", "KBvKN", "KNvKN"]),
          ("checkers", "KMvKM", ["all-3", "KKvKK", "KKvKM"])]
# Of perft_gpu_2026 on the same positions: warp instructions and alu cycles a leaf.
PEER = {"startpos": (1.148, 1.349), "kiwipete": (0.718, 0.846)}
PEER_SOURCE = "perft_gpu_2026, its machine code executed likewise on the same sample"
# Issue slots that an instruction of a pipe takes.
SLOTS = {"ALU": 2, "FMA": 2, "XU": 8}


def kernel_cycles(kernel):
    """Issue slots that the kernel needs: the most that one pipe, or issuing, takes."""
    return max(kernel["issued"], *(slots * kernel["pipes"][pipe] for pipe, slots in SLOTS.items()))


def summed(lines, per, unit):
    """The figures of a run's kernels, a unit (a leaf, a position): of each kernel and of all."""
    kernels = [line for line in lines if "kernel" in line and line["issued"]]
    copies = next(line for line in lines if "copies" in line)

    def figures(chosen):
        issued = sum(kernel["issued"] for kernel in chosen)
        return {f"alu_cycles_per_{unit}": sum(map(kernel_cycles, chosen)) / per,
                f"warp_instructions_per_{unit}": issued / per,
                "lanes_active": sum(kernel["lanes"] for kernel in chosen) / (32 * issued),
                "pipes": {pipe: sum(kernel["pipes"][pipe] for kernel in chosen) / per for pipe in chosen[0]["pipes"]},
                f"global_bytes_per_{unit}": sum(kernel["global_bytes"] for kernel in chosen) / per,
                f"local_bytes_per_{unit}": sum(kernel["local_bytes"] for kernel in chosen) / per}

    every = {kernel["kernel"].removesuffix("_kernel"): figures([kernel]) for kernel in kernels}
    return {**figures(kernels), "copies_per_1e9": copies["copies"] * 1e9 / per, "copied_bytes_per_1e9": copies["bytes"] * 1e9 / per,
            "kernels": every}


class Machine:
    def __init__(self, build, on_machine):
        self.build = pathlib.Path(build)
        self.on_machine = on_machine

    def run(self, *command, environment=None, codes=(0,)):
        done = subprocess.run([*self.on_machine, *map(str, command)], capture_output=True, text=True,
                              env={**os.environ, **(environment or {})})
        if done.returncode not in codes:
            text = (done.stderr or done.stdout).strip().splitlines()
            raise Failure(text[-1] if text else f"exit code {done.returncode}", 69 if done.returncode == 77 else done.returncode)
        return done.stdout

    def count(self, game, position, depth, ply, nodes, merged):
        text = self.run(self.build / "kernel_sample", game, position, depth, ply, nodes, *(["merged"] if merged else []),
                        codes=(0, 4))
        lines = [json.loads(line) for line in text.splitlines()]
        sample = lines[-1]
        peer = {}
        if game == "chess":
            instructions, cycles = PEER[position]
            peer = {"peer_warp_instructions_per_leaf": instructions, "peer_alu_cycles_per_leaf": cycles,
                    "peer_source": PEER_SOURCE}
        return {"game": game, "position": position, "depth": depth, "sampled_ply": ply, "sampled_nodes": sample["nodes"],
                "leaves": sample["leaves"], "wrong": sample["wrong"], **summed(lines, sample["leaves"], "leaf"), **peer}

    def table(self, game, material, needed):
        """Solved by the machine, the tables that it needs natively; `wrong`: files whose bytes are not the known ones."""
        sums = ROOT / f"results/known/{game}_tables.sha256"
        known = dict(reversed(line.split()) for line in sums.read_text().splitlines() if not line.startswith("#"))
        with tempfile.TemporaryDirectory(dir=self.build) as folder:
            program, report = self.build / "tabuleiro", pathlib.Path(folder) / "report"
            subprocess.run([program, "solve", game, *needed, "--out", folder, "--quiet"], check=True, capture_output=True)
            text = self.run(program, "solve", game, material, "--out", folder, "--device", "cuda:0", "--quiet", "--json",
                            environment={"MACHINE_REPORT": str(report)})
            built = [line for line in map(json.loads, text.splitlines()) if line["record"] == "table"]
            if [line["material"] for line in built] != [material]:
                raise Failure(f"{material} needs more than {needed}")
            positions = int(built[0]["positions"])
            files = [pathlib.Path(folder) / name for name in known if name.startswith(f"{game}-{material}.")]
            digests = subprocess.run(["sha256sum", *files], capture_output=True, text=True).stdout.split()[::2]
            wrong = sum(digest != known[file.name] for digest, file in zip(digests, files)) + len(files) - len(digests)
            lines = [json.loads(line) for line in report.read_text().splitlines()]
        return {"game": game, "position": material, "positions": positions, "wrong": wrong,
                **summed(lines, positions, "position")}


def print_text(record):
    unit, units = ("leaf", "leaves") if "leaves" in record else ("position", "positions")
    print(f"{record['game']} {record['position']}{' ' + str(record['depth']) if 'depth' in record else ''}: "
          f"{record[units]:,} {units}, {record['wrong']} wrong values")
    rows = [["kernel", "alu cycles", "warp instr.", "lanes", *record["pipes"], "global B", "local B"]]
    for name, figures in [*record["kernels"].items(), ("all", record)]:
        rows.append([name, *(f"{figures[key]:.4f}" for key in (f"alu_cycles_per_{unit}", f"warp_instructions_per_{unit}")),
                     f"{figures['lanes_active']:.2f}", *(f"{value:.4f}" for value in figures["pipes"].values()),
                     *(f"{figures[key]:.3f}" for key in (f"global_bytes_per_{unit}", f"local_bytes_per_{unit}"))])
    results.print_table(rows)
    print(f"copies for 1e9 {units}: {record['copies_per_1e9']:.3g}, {record['copied_bytes_per_1e9']:.3g} bytes")
    if "peer_source" in record:
        print(f"peer: {record['peer_alu_cycles_per_leaf']} alu cycles, {record['peer_warp_instructions_per_leaf']} warp "
              f"instructions a leaf ({record['peer_source']})")
    print(flush=True)


def run():
    parser = Parser(prog="kernel-cost")
    parser.add_argument("--build", required=True)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only", choices=["counts", "tables"])
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("on_machine", nargs="+")
    arguments = parser.parse_args()
    machine = Machine(arguments.build, arguments.on_machine)
    machine.run("true")
    jobs = [] if arguments.only == "tables" else [(machine.count, row) for row in COUNTS]
    jobs += [] if arguments.only == "counts" else [(machine.table, row) for row in TABLES]
    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for future in [pool.submit(measure, *row) for measure, row in jobs]:
            record = future.result()
            wrong += record["wrong"]
            if arguments.json:
                print(json.dumps(record), flush=True)
            else:
                print_text(record)
    return 4 if wrong else 0


if __name__ == "__main__":
    sys.exit(main_program("kernel-cost", run))
