/* SPDX-License-Identifier: MIT */
#include "solved_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "../../test/table_folder.h"

Workers *workers, *one_worker;
SolvedTables *tables;

Material solved(const char *name)
{
    const Material material = material_named(name);
    assert_int_equal(solved_tables_add(tables, &material), 0);
    return material;
}

TableWalk walk_of(const Material *material)
{
    return (TableWalk){.steps = {.workers = workers}, .source = solved_source(tables), .material = material};
}

int open_tables(void **state)
{
    (void)state;
    workers = workers_open(3);
    one_worker = workers_open(1);
    tables = workers ? solved_tables_open(workers) : NULL;
    return tables && one_worker ? 0 : -1;
}

int close_tables(void **state)
{
    (void)state;
    solved_tables_close(tables);
    workers_close(workers);
    workers_close(one_worker);
    return 0;
}
