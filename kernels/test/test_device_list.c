/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "host/devices/device_backend.h"
#include "host/devices/devices.h"

static void test_lists(void **state)
{
    (void)state;
    DeviceList list;
    DeviceError error = {""};
    assert_int_equal(devices_parse("cpu", &list, &error), DEVICE_OK);
    assert_int_equal(list.count, 1);
    assert_string_equal(list.choices[0].id, "cpu");
    assert_null(list.choices[0].backend);

    assert_int_equal(devices_parse("loop:0,cpu,loop,cpu", &list, &error), DEVICE_OK);
    assert_int_equal(list.count, 2);
    assert_string_equal(list.choices[0].id, "loop");
    assert_ptr_equal(list.choices[0].backend, &backend_loop);
    assert_string_equal(list.choices[1].id, "cpu");
}

static void test_all(void **state)
{
    (void)state;
    DeviceList list;
    DeviceError error = {""};
    const int opencl = backend_opencl.count(NULL), cuda = backend_cuda.count(NULL);
    int accelerators = cuda;
    for (int i = 0; i < opencl; i++) {
        DeviceInfo info;
        assert_int_equal(backend_opencl.info(i, &info, &error), DEVICE_OK);
        accelerators += !info.is_cpu;
    }
    assert_int_equal(devices_parse("all", &list, &error), DEVICE_OK);
    assert_int_equal(list.count, 1 + accelerators);
    assert_string_equal(list.choices[0].id, "cpu");
    for (int i = 1; i < list.count; i++) {
        DeviceInfo info;
        assert_int_equal(list.choices[i].backend->info(list.choices[i].index, &info, &error), DEVICE_OK);
        assert_true(devices_in_all(&info));
    }

    assert_int_equal(devices_parse("all,loop", &list, &error), DEVICE_OK);
    assert_int_equal(list.count, 2 + accelerators);
    if (opencl > 0) {
        assert_int_equal(devices_parse("opencl", &list, &error), DEVICE_OK);
        assert_int_equal(list.count, opencl);
    }
}

static void test_every(void **state)
{
    (void)state;
    DeviceList list;
    DeviceError error = {""};
    assert_int_equal(devices_every(&list, &error), DEVICE_OK);
    const int opencl = backend_opencl.count(NULL), cuda = backend_cuda.count(NULL);
    assert_int_equal(list.count, 2 + opencl + cuda);
    assert_string_equal(list.choices[0].id, "cpu");
    assert_string_equal(list.choices[1].id, "loop");
    for (int i = 0; i < opencl; i++) {
        char id[24];
        snprintf(id, sizeof id, "opencl:%d", i);
        assert_string_equal(list.choices[2 + i].id, id);
        assert_int_equal(list.choices[2 + i].index, i);
    }
}

static void test_bad_names(void **state)
{
    (void)state;
    static const char *const unknown[] = {
        "",      ",",       "loop,",    ",loop",     "lop",     "LOOP",
        "loop:", "loop:-1", "loop: 0",  "loop:0x0",  "opencl:", "opencl:1234567",
        "cpu:0", "all:0",   "loop:0:0", "loop cuda", "all,none"};
    DeviceList list;
    DeviceError error;
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        error.text[0] = '\0';
        if (devices_parse(unknown[i], &list, &error) != DEVICE_ABSENT)
            fail_msg("'%s' is accepted", unknown[i]);
        if (strncmp(error.text, "unknown device '", 16) != 0) fail_msg("'%s': %s", unknown[i], error.text);
    }
    assert_int_equal(devices_parse("loop:1", &list, &error), DEVICE_ABSENT);
    assert_string_equal(error.text, "loop:1: no such device, there is loop:0 only");
    assert_int_equal(devices_parse("opencl:99", &list, &error), DEVICE_ABSENT);
    assert_non_null(strstr(error.text, "opencl:99: no such device"));
    if (backend_cuda.count(NULL) == 0) {
        assert_int_equal(devices_parse("cuda", &list, &error), DEVICE_ABSENT);
        assert_int_equal(strncmp(error.text, "no cuda device: ", 16), 0);
        assert_true(strlen(error.text) > 16);
    }
}

static void test_open(void **state)
{
    (void)state;
    Device *device = NULL;
    DeviceError error;
    assert_int_equal(device_open("cpu", 0, &device, &error), DEVICE_ABSENT);
    assert_int_equal(device_open("loop:1", 0, &device, &error), DEVICE_ABSENT);
    assert_int_equal(device_open("loop,cpu", 0, &device, &error), DEVICE_ABSENT);
    assert_int_equal(device_open("loop", -1, &device, &error), DEVICE_FAILED);
    assert_int_equal(device_open("loop", 100000, &device, &error), DEVICE_FAILED);
    assert_null(device);
    assert_int_equal(device_open("loop:0", 3, &device, &error), DEVICE_OK);
    assert_int_equal(device->info.units, 3);
    device_close(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lists), cmocka_unit_test(test_all),
                                       cmocka_unit_test(test_every), cmocka_unit_test(test_bad_names),
                                       cmocka_unit_test(test_open)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
