"""Tests of the tables' part: python3 bench/test/test_tables.py TABULEIRO, with probe_rate in the folder of the program."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

import bench
import charts
import programs
import tables
from known import TABLES_OF_4_MEN, TABLES_OF_5_MEN, table_sums

PROGRAM = sys.argv.pop() if len(sys.argv) > 1 else ""
YARD = {"cpu_seconds": 2 * tables.SCALE_SECONDS}


def solved(seconds=10.0):
    return {"threads": 1, "tables": 35, "cpu_seconds": 100.0, "solving": 20.0, "compressing": 80.0, "seconds": seconds,
            "solving_seconds": 2.0, "bytes": {"wdl": "1000000", "dtz": "2000000", "dtm": "3000000"}}


PROBE = {"open_seconds": 0.2, "threads": 2, "cache": 1 << 30, "resident_before": 1 << 20,
         "resident_after": (1 << 30) + (2 << 20),
         "rates": [{"metric": metric, "cold": 100, "one": 1_600_000, "all": 3_000_000} for metric in tables.CHESS]}


def some_figures():
    runs = {"cpu, best": [solved()], "cpu, 2 threads": [solved(seconds=5.0)]}
    alone = [{"material": "KQRvKR", "solving": 30.0, "compressing": 1.0, "cpu_seconds": 31.0}]
    return tables.figures_of(runs, PROBE, alone, YARD, "Stockfish")


class Sums(unittest.TestCase):
    def test_every_table_has_three_files(self):
        for name, count in ((TABLES_OF_4_MEN, 35), (TABLES_OF_5_MEN, 5)):
            sums = table_sums(name)
            self.assertEqual(len(sums), 3 * count)
            self.assertEqual({len(digest) for digest in sums.values()}, {64})
        self.assertIn("chess-KRPvKR.dtm", table_sums(TABLES_OF_5_MEN))

    def test_other_bytes_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "chess-KQvK.wdl"
            file.write_bytes(b"abc")
            digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
            self.assertEqual(tables.check_files(folder, {file.name: digest}), 1)
            for sums in ({}, {file.name: "0" * 64}):
                with self.assertRaises(programs.Failure) as caught:
                    tables.check_files(folder, sums)
                self.assertEqual(caught.exception.code, 4)


class Required(unittest.TestCase):
    def test_it_is_scaled_by_the_yardstick(self):
        rows = {row["what"]: row for row in some_figures()["required"]}
        for what, required, measured, met in (
                ("35 tables, CPU seconds", 150, 100, True), ("KQRvKR, CPU seconds solving", 20, 30, False),
                ("35 tables, bytes of WDL and DTZ", 6_500_000, 3_000_000, True),
                ("2 threads, times one", 1.8, 2, True), ("opening, seconds", 0.05, 0.2, False),
                ("resident bytes of the prober beyond its cache", 105 << 20, 1 << 20, True),
                ("WDL, probes a second", 1_500_000, 1_600_000, True)):
            self.assertEqual((rows[what]["required"], rows[what]["measured"], rows[what]["met"]),
                             (required, measured, met), what)
        self.assertNotIn("KRPvKR, CPU seconds", rows)

    def test_the_middle_run_counts(self):
        figures = tables.median_figures([solved(seconds=s) for s in (9.0, 1.0, 2.0)], job="it")
        self.assertEqual((figures["seconds"], figures["seconds_runs"]), (2.0, [9.0, 1.0, 2.0]))

    def test_it_is_printed_and_drawn(self):
        script = charts.of_tables({"tables": some_figures()})
        for value in ("100", "20", "460", "30"):  # ours; Syzygy's, at twice the yardstick
            self.assertIn(f' {value}.0 "{value}"', script)
        self.assertIn("MISSED", str(tables.rows_of_required(some_figures())))
        self.assertEqual(len(tables.rows_of_solving(some_figures())), 4)


@unittest.skipUnless(PROGRAM, "needs the program")
class Three(unittest.TestCase):
    """Real runs on the tables of 3 men."""

    def test_solving_and_probing(self):
        program = programs.Tabuleiro(PROGRAM)
        figures = tables.solve_all(program, "all-3", 1)
        self.assertEqual((figures["tables"], figures["positions"]), (5, "524288"))
        probing, alone = tables.measure_folder(program, [], "all-3", 3, "--positions", "2000", "--cache", "64")
        self.assertEqual(([rate["metric"] for rate in probing["rates"]], alone), (["wdl", "dtz", "dtm"], []))
        self.assertTrue(all(rate[key] > 0 for rate in probing["rates"] for key in ("cold", "one", "all")))
        found = tables.figures_of({"cpu": [figures]}, probing, alone, YARD, "Stockfish")
        bench.print_tables({"tables": found})
        self.assertNotIn(str(pathlib.Path(PROGRAM).parent), str(found))

    def test_jobs(self):
        jobs, once = tables.jobs(programs.Tabuleiro(PROGRAM), "all-3")
        self.assertTrue(next(iter(jobs)).startswith("cpu, "))
        self.assertNotIn(next(iter(jobs)), once)
        self.assertIn("cpu, plain", jobs)

    def test_probe_rate_tells_what_is_wrong(self):
        with tables.new_folder(programs.Tabuleiro(PROGRAM)) as folder:
            tables.solve(programs.Tabuleiro(PROGRAM), ["KQvK"], folder, 1)
            file = folder / "chess-KQvK.dtm"
            self.assertEqual(self.exit_code(folder), 2)  # no table of 4 men
            self.assertEqual(self.exit_code(folder, "--men", "3", "--positions", "100", "--cache", "8"), 0)
            data = bytearray(file.read_bytes())
            data[len(data) // 2] ^= 1
            file.write_bytes(data)
            self.assertEqual(self.exit_code(folder, "--men", "3", "--positions", "100", "--cache", "8"), 2)
        self.assertEqual(self.exit_code(folder), 2)  # none any more
        self.assertEqual(self.exit_code("--men"), 1)
        self.assertEqual(self.exit_code(".", "--men", "7"), 1)
        self.assertEqual(self.exit_code("--help"), 0)

    def exit_code(self, *arguments):
        program = pathlib.Path(PROGRAM).with_name("probe_rate")
        return subprocess.run([program, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              timeout=100, check=False).returncode


if __name__ == "__main__":
    unittest.main()
