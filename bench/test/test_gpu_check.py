"""Tests of gpu-check without a GPU: python3 bench/test/test_gpu_check.py TABULEIRO"""
import argparse
import io
import pathlib
import subprocess
import sys
import tempfile
import unittest
from contextlib import redirect_stderr, redirect_stdout

BENCH = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(BENCH))

import gpu_check
import results
from programs import Failure

PROGRAM = sys.argv.pop() if len(sys.argv) > 1 else ""


def check(limit=60.0, backend="loop"):
    return gpu_check.Check(argparse.Namespace(backend=backend, limit=limit, build=pathlib.Path(PROGRAM).parent))


def run_stage(checked, name):
    with redirect_stderr(io.StringIO()):
        return gpu_check.run_stage(checked, name)


class Stages(unittest.TestCase):
    """Stages on stand-ins."""

    def setUp(self):
        self.check = check()
        self.check.device = lambda: {"id": "loop"}

    def stage(self, function):
        gpu_check.STAGES["trial"] = function
        self.addCleanup(gpu_check.STAGES.pop, "trial", None)
        return run_stage(self.check, "trial")

    def test_what_is_not_finished_names_the_limit(self):
        self.check.limit = 0.5
        stage = self.stage(lambda c: c.run("sleep", "20"))
        self.assertEqual((stage["ok"], stage["code"]), (False, 1))
        self.assertEqual(stage["told"], "sleep: not finished after the 0.5 s of --limit")

    def test_what_fails_names_the_code(self):
        for code, expected in ((3, 1), (4, 4)):
            stage = self.stage(lambda c, n=code: c.run("sh", "-c", f"echo last words; exit {n}"))
            self.assertEqual((stage["ok"], stage["code"], stage["told"]),
                             (False, expected, f"sh: exit code {code}: last words"))

    def test_a_build_takes_the_time_that_it_needs(self):
        run, version = self.check.run, {"compiler": "a compiler", "backends": ["loop"]}
        self.check.limit = 1e-3
        self.check.run = lambda *command, **_: run("sleep", "1.2")
        self.check.program.record = lambda *_, **__: (version, None)
        self.assertTrue((stage := run_stage(self.check, "build"))["ok"], stage)

    def test_a_build_is_finished_without_the_resources_of_kernels(self):
        def run(*command, **_):
            if "kernel-resources" in command:
                raise Failure("cmake: exit code 2: no cuobjdump")

        self.check.backend, self.check.run = "cuda", run
        self.check.program.record = lambda *_, **__: ({"compiler": "a compiler", "backends": ["cuda"]}, None)
        which, gpu_check.shutil.which = gpu_check.shutil.which, lambda *_, **__: "/usr/bin/true"
        self.addCleanup(setattr, gpu_check.shutil, "which", which)
        stage = run_stage(self.check, "build")
        self.assertTrue(stage["ok"], stage)
        self.assertIn("resources of the kernels are not known: cmake: exit code 2: no cuobjdump", stage["told"])

    def test_a_suite_without_a_count_is_not_ok(self):
        saved, gpu_check.run_suites = gpu_check.run_suites, lambda *_: {"right": 0, "wrong": 0, "skipped": 7}
        self.addCleanup(setattr, gpu_check, "run_suites", saved)
        stage = run_stage(self.check, "suite")
        self.assertEqual((stage["ok"], stage["told"]),
                         (False, "chess: no count was compared, all 7 were skipped"))

    def test_without_a_device_it_ends_before_the_first_stage(self):
        def device():
            raise Failure("no device: cuda", 3)

        self.check.device, stages = device, {}
        with self.assertRaises(Failure) as caught:
            gpu_check.run_stages(self.check, ["suite", "rates"], stages, "nowhere")
        self.assertEqual((caught.exception.code, stages), (3, {}))

    def test_limits(self):
        self.assertEqual(gpu_check.seconds("2.5"), 2.5)
        for text in ("0", "-1", "nan", "inf", "x"):
            with self.assertRaises(ValueError):
                gpu_check.seconds(text)


@unittest.skipUnless(PROGRAM, "needs the program")
class Rates(unittest.TestCase):
    """Real runs on the reference backend."""

    def test_a_rate_of_nothing_is_not_ok(self):
        stage = run_stage(check(limit=1e-3), "rates")
        self.assertFalse(stage["ok"])
        self.assertIn("chess: nothing was measured", stage["told"])

    def test_device_and_processor_do_equal_work(self):
        with tempfile.TemporaryDirectory() as folder, redirect_stdout(io.StringIO()) as printed:
            with redirect_stderr(io.StringIO()):
                result = gpu_check.run_stages(check(), ["rates"], stages := {}, folder)
            gpu_check.report(stages, result)
            device, cpu = results.load(next(pathlib.Path(folder).iterdir()))["devices"]
        self.assertEqual((device["id"], cpu["id"]), ("loop", "cpu"))
        work = [{(f["game"], f["position"], f["depth"]): (f["split"], f["visited"], f["nodes"]) for f in d["series"]}
                for d in (device, cpu)]
        self.assertTrue(work[1].items() <= work[0].items())
        self.assertIn(("chess", "startpos", 5), work[1])
        self.assertRegex(printed.getvalue(), r"chess +startpos +5 +4865609 .* \d+\.\d\d\n")

    def test_usage(self):
        for arguments in (["--limit", "0"], ["--only", "nothing"], ["--out", ""]):
            done = subprocess.run([sys.executable, "-B", BENCH / "gpu_check.py", "--build", ".", *arguments],
                                  capture_output=True, text=True, timeout=60, check=False)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn(f"gpu-check: argument {arguments[0]}", done.stderr)


if __name__ == "__main__":
    gpu_check.RATES_SECONDS, gpu_check.SERIES = 6, gpu_check.SERIES[:2]
    unittest.main()
