"""Tests of the harness, without measuring: python3 bench/test/test_bench.py"""
import os
import pathlib
import shutil
import sys
import tempfile
import unittest

BENCH = pathlib.Path(__file__).resolve().parent.parent
SUITES = BENCH.parent / "results/known/draughts"
sys.path.insert(0, str(BENCH))

import bench
import elo
import machine
import programs
import results
import series
from known import KIWIPETE, RULESETS, STARTPOS, known


class FakeTabuleiro:
    """Counts at a million nodes a second of its own clock, and remembers what it was asked."""

    def __init__(self):
        self.asked = []
        self.clock = 0
        series.time = self

    def monotonic(self):
        return self.clock

    def perft(self, line, depth, *_options):
        self.asked.append((line, depth))
        self.options = _options
        seconds = known(line)[depth] / 1e6
        self.clock += seconds
        return {"seconds": seconds, "cpu_seconds": seconds, "counting": "by hand", "split": depth // 2,
                "visited": "1"}, None


class Names(unittest.TestCase):
    def test_slug(self):
        self.assertEqual(machine.slug("NVIDIA H200"), "nvidia-h200")
        self.assertEqual(machine.slug("Intel(R) Xeon(R) Platinum 8581C CPU @ 2.10GHz"), "intel-xeon-platinum-8581c")
        self.assertEqual(machine.slug("AMD Ryzen 9 7950X 16-Core Processor"), "amd-ryzen-9-7950x")

    def test_a_hidden_model_gets_its_generation(self):
        epyc = {"cpu": "AMD EPYC", "vendor": "AuthenticAMD", "family": "26", "model": "2"}
        self.assertEqual(machine.cpu_slug(epyc), "amd-epyc-zen5")
        xeon = {"cpu": "Intel Xeon Processor", "vendor": "GenuineIntel", "family": "6", "model": "207"}
        self.assertEqual(machine.cpu_slug(xeon), "intel-xeon-family-6-model-207")

    def test_facts_name_no_host(self):
        facts = machine.machine_facts()
        self.assertGreater(facts["cores"], 0)
        self.assertNotIn(os.uname().nodename, [str(value) for value in facts.values()])


class Figures(unittest.TestCase):
    def test_the_middle_run_counts(self):
        figures = bench.cpu_figures(3000, [9.0, 1.0, 2.0])
        self.assertEqual((figures["cpu_seconds"], figures["rate"], figures["nodes"]), (2.0, 1500, "3000"))

    def test_start_up_is_taken_off(self):
        run = lambda seconds: type("Run", (), {"cpu_seconds": seconds})()
        taken = {("start-up", p): [run(0.1), run(0.2), run(0.1)] for p in bench.YARDSTICK}
        taken["stockfish", STARTPOS] = [run(1.1), run(1.2), run(9.1)]
        stockfish = type("Stockfish", (), {"counting": "by hand"})
        figures = bench.yardstick_figures(stockfish, STARTPOS, taken)
        self.assertAlmostEqual(figures["cpu_seconds"], 1.1)

    def test_ratio_is_of_rates(self):
        yard = {"rate": 1e8, "nodes": "119060324", "cpu_seconds_runs": [1.190603]}
        runs = [({"counting": "by hand", "visited": "3195901860"}, type("Run", (), {"cpu_seconds": 3.195902})())]
        figures = bench.one_core_figures("plain", STARTPOS, 7, {("plain", STARTPOS): runs}, yard)
        self.assertAlmostEqual(figures["ratio"], 10, places=2)
        self.assertAlmostEqual(figures["ratio_runs"][0], 10, places=2)

    def test_jobs_take_turns(self):
        order = []
        bench.note = lambda text: None
        taken = bench.interleave(2, {"a": lambda: order.append("a") or 1, "b": lambda: order.append("b") or 2})
        self.assertEqual(order, ["a", "b", "a", "b"])
        self.assertEqual(taken, {"a": [1, 1], "b": [2, 2]})

    def test_some_jobs_take_one_turn(self):
        taken = bench.interleave(3, {"a": lambda: 1, "b": lambda: 2}, once=["b"])
        self.assertEqual(taken, {"a": [1, 1, 1], "b": [2]})

    def test_a_wrong_count_is_refused(self):
        programs.check_count("it", STARTPOS, 3, 8902)
        with self.assertRaises(programs.Failure) as caught:
            programs.check_count("it", STARTPOS, 3, 8903)
        self.assertEqual(caught.exception.code, 4)

    def test_cpu_seconds_are_those_of_the_process(self):
        run = programs.Run([sys.executable, "-c", "import time; sum(range(10**7)); time.sleep(0.3)"])
        self.assertGreater(run.cpu_seconds, 0.02)
        self.assertGreater(run.seconds, 0.3)

    @unittest.skipUnless(shutil.which("hyperfine"), "needs hyperfine")
    def test_hyperfine_takes_the_times(self):
        run = programs.Timed([sys.executable, "-c", "import time; print(input(), 'it''s'); time.sleep(0.3); exit(3)"], "a b\n")
        self.assertEqual((run.output, run.code), ("a b its\n", 3))
        self.assertGreater(run.seconds, 0.3)
        self.assertTrue(0 < run.cpu_seconds < run.seconds, run.cpu_seconds)
        with self.assertRaises(programs.Failure) as caught:
            programs.Timed([f"{sys.executable}-none"])
        self.assertIn("hyperfine: exit code 1", str(caught.exception))

    def test_a_match_has_error_bars(self):
        self.assertEqual(elo.described(25, 9, 26), "49.2 % (37.5 to 60.8), -6 Elo (-89 to +76)")
        self.assertEqual(elo.described(3, 0, 0), "100.0 % (100.0 to 100.0), +inf Elo (+inf to +inf)")

    def test_a_rate_is_of_leaves_visited(self):
        self.assertEqual(bench.cpu_figures(3000, [2.0], 1000)["rate"], 500)
        self.assertEqual(series.figures(STARTPOS, 3, [{"seconds": 2.0, "cpu_seconds": 2.0, "split": 1, "visited": "500"}])
                         ["rate"], 250)
        device = {"series": [{**STARTPOS.figures(), "depth": 3, "seconds": 2.0, "visited": "500", "rate": 4451}]}
        self.assertEqual(series.rates(device, STARTPOS), {3: 250})

    def test_a_run_past_its_limit_is_stopped(self):
        run = programs.Run([sys.executable, "-c", "import time; print('so far', flush=True); time.sleep(60)"], limit=1)
        self.assertLess(run.seconds, 20)
        self.assertNotEqual(run.code, 0)
        self.assertEqual(run.last_line(), "so far")


class Known(unittest.TestCase):
    def test_counts_are_those_of_the_suites(self):
        only_here = {"thai", "armenian", "frysk", "portuguese", "antidraughts", "diagonal12-corner", "diagonal9-corner",
                     "perde-ganha"}
        for line in RULESETS:
            if line.game not in only_here:
                suite = SUITES / f"{line.game}{'-merged' if line.merged else ''}.epd"
                text = suite.read_text(encoding="utf-8")
                for depth, nodes in known(line).items():
                    if (line.game, depth) != ("damma", 8):
                        self.assertRegex(text, rf";D{depth} {nodes}\b", str(line))

    def test_every_depth_of_the_benchmark_is_known(self):
        for line, (depth, nodes) in RULESETS.items():
            self.assertEqual(known(line)[depth], nodes, str(line))
        for lines in (bench.ONE_CORE, bench.YARDSTICK):
            for line, depth in lines.items():
                self.assertIn(depth, known(line), str(line))

    def test_entries_tell_their_line(self):
        for line in series.SERIES:
            self.assertEqual([l for l in series.SERIES if series.of_line(line.figures(), l)], [line])


class Series(unittest.TestCase):
    def test_it_goes_as_deep_as_allowed(self):
        fake = FakeTabuleiro()
        figures, counting = series.measure(fake, "cpu", STARTPOS, 2, longest=10)
        self.assertEqual([f["depth"] for f in figures], [1, 2, 3, 4, 5])
        self.assertEqual(len(fake.asked), 10)
        self.assertEqual(counting, "by hand")

    def test_past_the_deadline_the_first_depth_is_measured(self):
        figures, _ = series.measure(FakeTabuleiro(), "cpu", STARTPOS, 3, longest=10, deadline=-1)
        self.assertEqual([f["depth"] for f in figures], [1])

    def test_near_the_deadline_fewer_runs_do(self):
        fake = FakeTabuleiro()
        series.measure(fake, "cpu", STARTPOS, 3, longest=1000, deadline=12)
        self.assertEqual([fake.asked.count((STARTPOS, depth)) for depth in (3, 4, 5, 6)], [3, 3, 2, 0])
        self.assertLess(fake.clock, 12)


    def test_another_device_is_measured_at_the_same_cut(self):
        fake = FakeTabuleiro()
        series.measure(fake, "cpu", STARTPOS, 1, longest=10, like=[{"depth": 3, "split": 2}, {"depth": 5, "split": 4}])
        self.assertEqual(fake.asked, [(STARTPOS, 3), (STARTPOS, 5)])
        self.assertEqual(fake.options, ("--device", "cpu", "--split", 4))
        series.measure(fake, "cpu", STARTPOS, 1, longest=10, like=[{"depth": 1, "split": 0}])
        self.assertEqual(fake.options, ("--device", "cpu"))


class Files(unittest.TestCase):
    def test_results_come_back_as_written(self):
        with tempfile.TemporaryDirectory() as folder:
            result = {"device": "some-device", "runs": [1.5, 2.5], "names": ["a, b", "c"], "deep": [{"x": [1]}]}
            path = results.save(result, folder)
            self.assertEqual(path.name, "some-device.json")
            self.assertEqual(results.load(path), result)
            self.assertEqual(os.listdir(folder), ["some-device.json"])

    def test_rates_read_well(self):
        self.assertEqual([results.per_second(rate) for rate in (12, 3.4e6, 2.345e9, 1.2e12)],
                         ["12", "3.4 M", "2.35 G", "1.2 T"])


if __name__ == "__main__":
    unittest.main()
