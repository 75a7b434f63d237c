/* SPDX-License-Identifier: MIT */
/* The CUDA backend's load path and errors, with the double of the driver in LD_LIBRARY_PATH. What is done
 * once per process (finding the devices) is tested in children. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "host/devices/device_backend.h"

/* Opens cuda:0 and runs a kernel while `wrong` goes wrong; the child's exit code says whether the expected
 * status came with the expected text. */
static int child(const char *wrong, DeviceStatus expected, const char *part)
{
    setenv("DOUBLE_CUDA", wrong, 1);
    DeviceError error = {""};
    Device *d = NULL;
    DeviceBuffer *in = NULL, *out = NULL;
    DeviceStatus status = backend_cuda.open(0, 0, &d, &error);
    if (status == DEVICE_OK) status = backend_cuda.allocate(d, 256, &in, &error);
    if (status == DEVICE_OK) status = backend_cuda.allocate(d, 256, &out, &error);
    const DeviceArg args[] = {DEVICE_BUFFER(in), DEVICE_BUFFER(out), DEVICE_U32(64)};
    if (status == DEVICE_OK) status = backend_cuda.launch(d, KERNEL_scan_sums, args, 3, 1, &error);
    if (status == DEVICE_OK) status = backend_cuda.wait(d, &error);
    if (d != NULL) {
        backend_cuda.free(d, in);
        backend_cuda.free(d, out);
        backend_cuda.close(d);
    }
    const int good = status == expected && strstr(error.text, part) != NULL;
    if (!good)
        fprintf(stderr, "%s: status %d, '%s'; expected %d, '%s'\n", wrong, (int)status, error.text,
                (int)expected, part);
    return good ? 0 : 1;
}

static void test_failures(void **state)
{
    (void)state;
    static const struct {
        const char *wrong;
        DeviceStatus status;
        const char *part;
    } cases[] = {
        {"", DEVICE_OK, ""},
        {"init", DEVICE_ABSENT, "does not start: CUDA error 100 (no CUDA-capable device is detected)"},
        {"count", DEVICE_ABSENT, "does not start: CUDA error 1"},
        {"empty", DEVICE_ABSENT, "has no device"},
        {"module", DEVICE_FAILED,
         "cuda:0 (CUDA 12.4, compute capability 9.0): cuModuleLoadData: CUDA error 209"},
        {"function", DEVICE_FAILED, "cuda:0: scan_sums: CUDA error 500"},
        {"memory", DEVICE_OUT_OF_MEMORY, "cuda:0: cuMemAlloc: CUDA error 2 (out of memory)"},
        {"launch", DEVICE_FAILED, "cuda:0: scan_sums: CUDA error 719"},
        {"wait", DEVICE_FAILED, "cuda:0: cuCtxSynchronize: CUDA error 719 (unspecified launch failure)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fflush(NULL);
        const pid_t pid = fork();
        assert_true(pid >= 0);
        if (pid == 0) exit(child(cases[i].wrong, cases[i].status, cases[i].part));
        int code = -1;
        assert_int_equal(waitpid(pid, &code, 0), pid);
        if (code != 0) fail_msg("case '%s': wait status %d", cases[i].wrong, code);
    }
}

static void test_properties(void **state)
{
    (void)state;
    DeviceInfo info;
    DeviceError error;
    assert_int_equal(backend_cuda.count(&error), 2);
    assert_int_equal(backend_cuda.info(1, &info, &error), DEVICE_OK);
    assert_string_equal(info.id, "cuda:1");
    assert_string_equal(info.name, "Double 1");
    assert_string_equal(info.driver, "CUDA 12.4, compute capability 9.0");
    assert_string_equal(info.pci, "0000:17:00.0");
    assert_int_equal(info.units, 132);
    assert_int_equal(info.is_cpu, 0);
    assert_int_equal(backend_cuda.info(2, &info, &error), DEVICE_ABSENT);
    assert_string_equal(error.text, "cuda:2: no such device, there are cuda:0 to cuda:1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_failures), cmocka_unit_test(test_properties)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
