/* SPDX-License-Identifier: MIT */
#include "table_walk.h"

WalkStatus walk_placements(const TableWalk *walk, const Placements **placements, char error[PROBER_ERROR])
{
    *placements = walk->source.placements(walk->source.user, walk->material);
    if (*placements) return WALK_DONE;
    return walk_fail(walk->material->name, WALK_NO_TABLE, "no table, or no memory to look into it", error);
}

WalkStatus walk_block(const TableWalk *walk, int metrics, u32 block, u32 side, ValueBlock *values,
                      char error[PROBER_ERROR])
{
    const TableSource *source = &walk->source;
    return walk_status(source->block(source->user, walk->material, metrics, block, side, values, error));
}

void index_fen(const Material *material, const Placements *placements, u64 index, u32 side,
               char fen[WALK_FEN])
{
    const u32 code = placements->codes[index / BLOCK_CELLS];
    const ChessRecord record = {
        .position = cell_position(material, code, index >> 6 & 63, index & 63, side),
        .black = (int)side,
        .fullmove = 1,
    };
    chess_fen_format(&record, CHESS_FEN_AUTO, fen);
}
