"""Tests of the charts and of what plot says about bad files: python3 bench/test/test_plot.py"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

BENCH = pathlib.Path(__file__).resolve().parent.parent
RESULTS = BENCH.parent / "results"
sys.path.insert(0, str(BENCH))

import charts
import gnuplot
import published
from known import KIWIPETE, STARTPOS, Line

MEASURED = json.loads((RESULTS / "amd-epyc-zen5.json").read_text(encoding="utf-8"))
TABLES = json.loads((RESULTS / "amd-epyc-zen5-tables.json").read_text(encoding="utf-8"))
STATISTICS = {"record": "statistics", "material": "KQvK", "metric": "dtm",
              "sides": [{"won": [{"plies": 1, "positions": 4}, {"plies": 3, "positions": 8}], "lost": []},
                        {"won": [], "lost": [{"plies": 0, "positions": 2}]}]}
DRAWS = "#!/bin/sh\ncat >\"$0.script\"\nprintf '\\211PNG'\n"


def device(name, *series, **more):
    return {"id": "opencl:0", "name": name, "driver": "NVIDIA CUDA", **more,
            "series": [{**line.figures(), "depth": depth, "rate": rate} for line, depth, rate in series]}


class Names(unittest.TestCase):
    def test_opencl_is_named_as_what_it_runs_on(self):
        labels = [charts.device_label(device) for device in MEASURED["devices"]]
        self.assertEqual(labels, ["cpu: native engine", "loop: C over threads", "opencl:0: PoCL on the CPU"])
        self.assertEqual(charts.device_label(device("NVIDIA H200")), "opencl:0: NVIDIA H200")
        self.assertEqual(charts.device_label(device("some CPU", is_cpu=True)), "opencl:0: NVIDIA CUDA on the CPU")

    def test_machines_are_told_apart(self):
        results = [{"device": name, "devices": [device("X")]} for name in ("a", "b")]
        self.assertEqual([d["label"] for d in charts.devices_of(results)], ["opencl:0: X, a", "opencl:0: X, b"])

    def test_a_table_names_a_file(self):
        self.assertEqual(charts.title_of({"material": "KQvK"}), "KQvK")
        self.assertEqual(charts.title_of({"material": "KKvK", "game": "checkers"}), "checkers-KKvK")
        with self.assertRaises(charts.Failure):
            charts.title_of({"material": "../KQvK"})


class Charts(unittest.TestCase):
    def test_devices_are_compared_at_one_depth(self):
        devices = [device("X", (STARTPOS, 6, 1e9), (STARTPOS, 7, 4e9), (KIWIPETE, 5, 2e9), label="X"),
                   device("Y", (STARTPOS, 5, 5e9), (STARTPOS, 6, 3e9), label="Y")]
        self.assertEqual([charts.common_depth(devices, line) for line in (STARTPOS, KIWIPETE, Line("damma"))],
                         [6, 5, 0])
        script = charts.of_devices(devices)
        self.assertIn("depth 6", script)
        self.assertNotIn("depth 7", script)
        self.assertEqual(re.findall(r'^(\d\S+) \S+ "(\S+)"', script, re.M),
                         [("1000000000.0", "1"), ("2000000000.0", "2"), ("3000000000.0", "3")])

    def test_no_bars_on_a_logarithmic_axis(self):
        for script in all_charts():
            self.assertFalse("set logscale" in script and "with boxes" in script, script[:300])

    def test_figures_of_others_are_marked(self):
        script = charts.of_one_core(MEASURED)
        for name, ratios in published.PERFT.items():
            self.assertIn(f"'{name} *'", script)
            for ratio in ratios:
                self.assertRegex(script, rf'\n{ratio} \S+ "{ratio}" {gnuplot.HOLLOW}\n')
        self.assertNotRegex(script, rf'\n{MEASURED["one_core"][0]["ratio"]} \S+ \S+ {gnuplot.HOLLOW}\n')
        for text in (script, charts.of_tables(TABLES)):
            self.assertIn("of others", text)
            self.assertIn("sources in results/README.md", text)
        sources = (RESULTS / "README.md").read_text(encoding="utf-8")
        for name in (*published.PERFT, *published.TABLES):
            self.assertIn(f"| {name} |", sources)

    def test_others_stand_only_where_they_counted_the_same(self):
        less = [{**figures, "depth": int(figures["depth"]) - 1} for figures in MEASURED["one_core"]]
        self.assertNotIn("Gigantua", charts.of_one_core({**MEASURED, "one_core": less}))

    def test_ticks_and_labels_stay_apart(self):
        for script in all_charts():
            for line in re.findall(r"^set label '(.*?)' at screen", script.replace("'.\"\\n\".'", "\n"), re.M | re.S):
                self.assertLess(max(map(len, line.split("\n"))), 140, line)
        places = [float(place) for place in re.search(r"set xtics \(([^)]*)\)", charts.of_draughts(MEASURED)).group(1)
                  .split(", ")]
        for place, after in zip(places, places[1:]):
            self.assertGreater(after / place, 1.3)
        heights = re.findall(r"graph 1 center offset 0,([\d.]+)", charts.of_draughts(MEASURED))
        self.assertEqual(len(set(heights)), len(charts.GOALS))

    def test_the_tables_are_as_measured(self):
        script = charts.of_tables(TABLES)
        best, scale = TABLES["tables"]["solve"][0], TABLES["tables"]["yardstick"]["figures"][0]["cpu_seconds"] / 0.58
        self.assertIn(f' {best["cpu_seconds"]} "{best["cpu_seconds"]:.3g}"', script)
        self.assertIn(f'"{230 * scale:.3g}"', script)

    def test_text_of_a_file_is_no_command(self):
        self.assertEqual(gnuplot.quoted("it's `x`\na_b"), "'it''s `x`'.\"\\n\".'a\\_b'")

    @unittest.skipUnless(shutil.which("gnuplot"), "needs gnuplot")
    def test_gnuplot_draws_them(self):
        for script in all_charts():
            self.assertTrue(gnuplot.draw(script).endswith(b"IEND\xaeB`\x82"))


def all_charts():
    devices = charts.devices_of([MEASURED])
    return [charts.of_devices(devices), charts.of_depths(devices), charts.of_one_core(MEASURED),
            charts.of_draughts(MEASURED), charts.of_tables(TABLES), charts.of_distances(STATISTICS)]


class Program(unittest.TestCase):
    """plot.py with a stand-in for gnuplot."""

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.gnuplot = self.folder / "bin/gnuplot"
        self.gnuplot.parent.mkdir()
        self.stand_in(DRAWS)
        self.file = self.folder / "file.json"

    def stand_in(self, text):
        self.gnuplot.write_text(text, encoding="utf-8")
        self.gnuplot.chmod(0o755)

    def plot(self, *arguments, path=""):
        environment = {**os.environ, "PATH": f"{self.gnuplot.parent}{path}"}
        return subprocess.run([sys.executable, "-B", BENCH / "plot.py", *arguments], env=environment, text=True,
                              capture_output=True, timeout=60, check=False)

    def refuses(self, code, what, *arguments):
        """One line that names the file or the chart."""
        done = self.plot(*arguments)
        self.assertEqual((done.returncode, done.stdout), (code, ""), done.stderr)
        self.assertRegex(done.stderr, rf"\Aplot: [^\n]*{re.escape(what)}[^\n]*\n\Z")
        self.assertEqual([file.name for file in self.folder.glob("*.png*")], [])
        return done.stderr

    def write(self, content):
        text = content if isinstance(content, str) else json.dumps(content)
        self.file.write_text(text, encoding="utf-8")

    def test_it_draws(self):
        self.write("\n".join(json.dumps({**STATISTICS, "metric": metric}) for metric in ("wdl", "dtz", "dtm")))
        done = self.plot(self.file, path=":/usr/bin:/bin")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout.split(), [f"{self.folder}/KQvK-{metric}.png" for metric in ("dtz", "dtm")])
        self.assertEqual((self.folder / "KQvK-dtm.png").read_bytes(), b"\x89PNG")

    def test_names_of_results(self):
        done = self.plot(RESULTS / "amd-epyc-zen5.json", RESULTS / "amd-epyc-zen5-tables.json", "--out",
                         self.folder / "new/folder", path=":/usr/bin:/bin")
        self.assertEqual([pathlib.Path(line).name for line in done.stdout.split()],
                         ["amd-epyc-zen5-one-core.png", "amd-epyc-zen5-draughts.png", "amd-epyc-zen5-tables.png",
                          "perft-devices.png", "perft-depth.png"], done.stderr)

    def test_files_that_cannot_be_read(self):
        self.refuses(2, f"{self.folder}/none.json: No such file", self.folder / "none.json")
        self.refuses(2, f"{self.folder}: Is a directory", self.folder)

    def test_content_of_another_kind(self):
        whole = (RESULTS / "amd-epyc-zen5.json").read_text(encoding="utf-8")
        for content, said in (
                ("", "the file is empty"), (" \n", "the file is empty"), ("1. e4 e5", "not JSON"),
                (whole[:5000], "cut short"), ("[" * 100000, "not a result file"), ("[1, 2]", "neither a result file"),
                ("3", "neither a result file"), ("{}", "neither a result file"), ({"format": 2}, "neither"),
                ('{"record":"perft","nodes":"20"}', "neither a result file"), ({"format": 1}, "nothing to draw"),
                ({"format": 1, "devices": []}, "nothing to draw"), ({"format": 1, "devices": 3}, "not a result file"),
                ({"format": 1, "one_core": []}, "no key 'yardstick'"),
                ({"format": 1, "tables": {"yardstick": None}}, "not a result file"),
                ({**MEASURED, "one_core": [{**MEASURED["one_core"][0], "ratio": "x"}]}, "not a result file"),
                ({**STATISTICS, "metric": "wdl"}, "without distances"),
                ({**STATISTICS, "material": "../../KQvK"}, "not the name of a table"),
                ({**STATISTICS, "sides": [{"won": [], "lost": []}] * 2}, "nothing is won or lost")):
            with self.subTest(str(content)[:60]):
                self.write(content)
                self.assertIn(said, self.refuses(2, str(self.file), self.file))
        self.file.write_bytes(b"\xff\xfe\x00")
        self.assertIn("not JSON", self.refuses(2, str(self.file), self.file))

    def test_gnuplot_is_missing_or_fails(self):
        self.write(STATISTICS)
        for text in ("#!/bin/sh\necho 'line 3: unknown thing' >&2\nexit 1\n", "#!/bin/sh\nkill -9 $$\n",
                     "#!/bin/sh\necho no picture\n"):
            self.stand_in(text)
            self.refuses(1, "KQvK-dtm.png: gnuplot failed: ", self.file)
        self.gnuplot.unlink()
        self.assertIn("scripts/setup chart", self.refuses(69, "KQvK-dtm.png: gnuplot is not installed", self.file))

    def test_output_that_cannot_be_written(self):
        self.stand_in("#!/bin/sh\nprintf '\\211PNG'\n")
        self.write(STATISTICS)
        for out in (self.file, self.file / "below", pathlib.Path("/proc/nowhere")):
            self.refuses(74, f"{out}/KQvK-dtm.png: cannot write: ", self.file, "--out", out)

    def test_two_charts_of_one_name(self):
        self.write(STATISTICS)
        self.refuses(1, "two charts would be", self.file, self.file.parent / "bin/../file.json")


if __name__ == "__main__":
    unittest.main()
