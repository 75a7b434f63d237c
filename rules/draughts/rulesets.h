/* SPDX-License-Identifier: MIT */
/* The table of games: a new variant is a new row here, and its name in draughts_games.def. Host only.
 *
 * Portuguese names follow the rule sheet that the project began with, to the letter; English names the federations.
 * docs/rules.md has the sources. crowns and men are squares as text; NULL: the last row, the first `rows` rows.
 */
#ifndef RULES_DRAUGHTS_RULESETS_H
#define RULES_DRAUGHTS_RULESETS_H

#include "ruleset.h"

typedef enum {
#define DRAUGHTS_GAME(id, words) DRAUGHTS_GAME_##id,
#include "draughts_games.def"
#undef DRAUGHTS_GAME
    DRAUGHTS_GAMES
} DraughtsGameId;

typedef struct {
    const char *name, *title;
    DraughtsRuleset rules;
    u8 rows;            /* of men at the start */
    const char *men;    /* of White, instead of rows */
    const char *crowns; /* of White */
    u8 black_begins;
    u8 notation, numbering;
    u8 pdn_type; /* PDN GameType, 0: none */
} DraughtsGame;

/* What most 8x8 games share; a later initialiser overrides. */
/* clang-format off */
#define DRAUGHTS_8X8                                                                                                   \
    .width = 8, .height = 8, .man_step = DRAUGHTS_FORWARD, .man_first_capture = DRAUGHTS_DIAGONAL,                     \
    .man_capture = DRAUGHTS_DIAGONAL, .men_take_kings = 1, .king_step = DRAUGHTS_DIAGONAL,                             \
    .king_capture = DRAUGHTS_DIAGONAL, .king_range = DRAUGHTS_FLYING
#define DRAUGHTS_10X10 DRAUGHTS_8X8, .width = 10, .height = 10
#define DRAUGHTS_MEN_CAPTURE(set) .man_first_capture = (set), .man_capture = (set)

#define DRAUGHTS_DAMAS DRAUGHTS_8X8, .landing = DRAUGHTS_LAND_NEXT, .priority = {DRAUGHTS_MOST}
#define DRAUGHTS_INTERNATIONAL DRAUGHTS_10X10, .priority = {DRAUGHTS_MOST}
#define DRAUGHTS_THAI                                                                                                  \
    DRAUGHTS_8X8, DRAUGHTS_MEN_CAPTURE(DRAUGHTS_FORWARD), .landing = DRAUGHTS_LAND_NEXT,                               \
    .crowning = DRAUGHTS_CROWN_STOP, .removed_at_once = 1, .turns_back = 1

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Winitializer-overrides"
#elif defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverride-init"
#endif

static const DraughtsGame draughts_games[DRAUGHTS_GAMES] = {
    [DRAUGHTS_GAME_damas64] = {"damas64", "traditional draughts of the sheet, 64 squares", {DRAUGHTS_DAMAS}, 3,
                               .notation = DRAUGHTS_ALGEBRAIC},
    [DRAUGHTS_GAME_damas100] = {"damas100", "draughts of the sheet on 100 squares",
                                {DRAUGHTS_10X10, .landing = DRAUGHTS_LAND_NEXT, .priority = {DRAUGHTS_MOST}}, 4,
                                .notation = DRAUGHTS_ALGEBRAIC},
    [DRAUGHTS_GAME_diagonal12] = {"diagonal12", "diagonal draughts of the sheet, 12 men, four crown squares",
                                  {DRAUGHTS_DAMAS, .lattice = DRAUGHTS_LIGHT}, 0,
                                  .men = "b1 d1 f1 a2 c2 e2 b3 d3 a4 c4 b5 a6", .crowns = "e8 g8 h5 h7",
                                  .notation = DRAUGHTS_ALGEBRAIC},
    [DRAUGHTS_GAME_diagonal9] = {"diagonal9", "diagonal draughts of the sheet, 9 men, three crown squares",
                                 {DRAUGHTS_DAMAS}, 0,
                                 .men = "a1 c1 e1 b2 d2 a3 c3 b4 a5", .crowns = "f8 h6 h8",
                                 .notation = DRAUGHTS_ALGEBRAIC},
    [DRAUGHTS_GAME_diagonal12_corner] = {"diagonal12-corner", "diagonal12 whose men step forward and sideways",
                                         {DRAUGHTS_DAMAS, .lattice = DRAUGHTS_LIGHT, .man_step = DRAUGHTS_CORNERWISE}, 0,
                                         .men = "b1 d1 f1 a2 c2 e2 b3 d3 a4 c4 b5 a6", .crowns = "e8 g8 h5 h7",
                                         .notation = DRAUGHTS_ALGEBRAIC},
    [DRAUGHTS_GAME_diagonal9_corner] = {"diagonal9-corner", "diagonal9 whose men step forward and sideways",
                                        {DRAUGHTS_DAMAS, .man_step = DRAUGHTS_CORNERWISE}, 0,
                                        .men = "a1 c1 e1 b2 d2 a3 c3 b4 a5", .crowns = "f8 h6 h8",
                                        .notation = DRAUGHTS_ALGEBRAIC},
    [DRAUGHTS_GAME_damma] = {"damma", "Damma of the sheet, 25 squares, optional captures, huffing",
                             {.width = 5, .height = 5, .lattice = DRAUGHTS_ALL_SQUARES, .man_step = DRAUGHTS_EVERYWHERE,
                              DRAUGHTS_MEN_CAPTURE(DRAUGHTS_EVERYWHERE), .men_take_kings = 1,
                              .king_step = DRAUGHTS_EVERYWHERE, .king_capture = DRAUGHTS_EVERYWHERE,
                              .king_range = DRAUGHTS_FLYING, .landing = DRAUGHTS_LAND_NEXT, .obligation = DRAUGHTS_HUFF},
                             0, .men = "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 d3 e3", .notation = DRAUGHTS_ALGEBRAIC},
    [DRAUGHTS_GAME_damma_fwd] = {"damma-fwd", "Damma whose men do not step backward",
                                 {.width = 5, .height = 5, .lattice = DRAUGHTS_ALL_SQUARES, .man_step = DRAUGHTS_FORWARD_FAN,
                                  DRAUGHTS_MEN_CAPTURE(DRAUGHTS_EVERYWHERE), .men_take_kings = 1,
                                  .king_step = DRAUGHTS_EVERYWHERE, .king_capture = DRAUGHTS_EVERYWHERE,
                                  .king_range = DRAUGHTS_FLYING, .landing = DRAUGHTS_LAND_NEXT,
                                  .obligation = DRAUGHTS_HUFF},
                                 0, .men = "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 d3 e3", .notation = DRAUGHTS_ALGEBRAIC},
    [DRAUGHTS_GAME_italianas] = {"italianas", "Italian draughts of the sheet",
                                 {DRAUGHTS_8X8, .lattice = DRAUGHTS_LIGHT, .landing = DRAUGHTS_LAND_NEXT,
                                  .men_take_kings = 0, .priority = {DRAUGHTS_MOST, DRAUGHTS_MOST_KINGS}},
                                 3, .notation = DRAUGHTS_ALGEBRAIC},
    [DRAUGHTS_GAME_inglesas] = {"inglesas", "English draughts of the sheet: damas64 with free choice of capture",
                                {DRAUGHTS_8X8, .landing = DRAUGHTS_LAND_NEXT}, 3, .notation = DRAUGHTS_ALGEBRAIC},
    [DRAUGHTS_GAME_russas] = {"russas", "Russian draughts of the sheet: captures are optional",
                              {DRAUGHTS_8X8, .landing = DRAUGHTS_LAND_NEXT, .obligation = DRAUGHTS_OPTIONAL,
                               .crowning = DRAUGHTS_CROWN_GO_ON},
                              3, .notation = DRAUGHTS_ALGEBRAIC},
    [DRAUGHTS_GAME_perde_ganha] = {"perde-ganha", "losing draughts of the sheet: damas64, who runs out wins",
                                   {DRAUGHTS_DAMAS, .goal = DRAUGHTS_GIVEAWAY}, 3, .notation = DRAUGHTS_ALGEBRAIC},
    [DRAUGHTS_GAME_ludomania] = {"ludomania", "draughts of the second text: the first jump goes forward",
                                 {DRAUGHTS_8X8, .man_first_capture = DRAUGHTS_FORWARD, .king_range = DRAUGHTS_SHORT,
                                  .crowning = DRAUGHTS_CROWN_GO_ON},
                                 3, .black_begins = 1, .notation = DRAUGHTS_ALGEBRAIC},
    [DRAUGHTS_GAME_brazilian] = {"brazilian", "Brazilian draughts (CBD, FMJD-64)",
                                 {DRAUGHTS_8X8, .priority = {DRAUGHTS_MOST}}, 3, .notation = DRAUGHTS_ALGEBRAIC,
                                 .pdn_type = 26},
    [DRAUGHTS_GAME_international] = {"international", "international draughts (FMJD)", {DRAUGHTS_INTERNATIONAL}, 4,
                                     .pdn_type = 20},
    [DRAUGHTS_GAME_russian] = {"russian", "Russian draughts (FMJD-64)",
                               {DRAUGHTS_8X8, .crowning = DRAUGHTS_CROWN_GO_ON}, 3, .notation = DRAUGHTS_ALGEBRAIC,
                               .pdn_type = 25},
    [DRAUGHTS_GAME_checkers] = {"checkers", "English draughts, American checkers (WCDF)",
                                {DRAUGHTS_8X8, DRAUGHTS_MEN_CAPTURE(DRAUGHTS_FORWARD), .king_range = DRAUGHTS_SHORT,
                                 .crowning = DRAUGHTS_CROWN_STOP},
                                3, .black_begins = 1, .pdn_type = 21},
    [DRAUGHTS_GAME_italian] = {"italian", "Italian draughts (FID)",
                               {DRAUGHTS_8X8, .lattice = DRAUGHTS_LIGHT, DRAUGHTS_MEN_CAPTURE(DRAUGHTS_FORWARD),
                                .men_take_kings = 0, .king_range = DRAUGHTS_SHORT, .crowning = DRAUGHTS_CROWN_STOP,
                                .priority = {DRAUGHTS_MOST, DRAUGHTS_BY_KING, DRAUGHTS_MOST_KINGS, DRAUGHTS_KING_FIRST}},
                               3, .pdn_type = 22},
    [DRAUGHTS_GAME_pool] = {"pool", "American pool checkers", {DRAUGHTS_8X8}, 3, .black_begins = 1, .pdn_type = 23},
    [DRAUGHTS_GAME_spanish] = {"spanish", "Spanish draughts",
                               {DRAUGHTS_8X8, .lattice = DRAUGHTS_LIGHT, DRAUGHTS_MEN_CAPTURE(DRAUGHTS_FORWARD),
                                .crowning = DRAUGHTS_CROWN_STOP, .priority = {DRAUGHTS_MOST, DRAUGHTS_MOST_KINGS}},
                               3, .numbering = DRAUGHTS_FROM_BOTTOM_RIGHT, .pdn_type = 24},
    [DRAUGHTS_GAME_portuguese] = {"portuguese", "Portuguese draughts",
                                  {DRAUGHTS_8X8, .lattice = DRAUGHTS_LIGHT, DRAUGHTS_MEN_CAPTURE(DRAUGHTS_FORWARD),
                                   .crowning = DRAUGHTS_CROWN_STOP, .priority = {DRAUGHTS_MOST, DRAUGHTS_MOST_KINGS}},
                                  3, .numbering = DRAUGHTS_FROM_BOTTOM_RIGHT, .pdn_type = 28},
    [DRAUGHTS_GAME_czech] = {"czech", "Czech draughts",
                             {DRAUGHTS_8X8, DRAUGHTS_MEN_CAPTURE(DRAUGHTS_FORWARD), .crowning = DRAUGHTS_CROWN_STOP,
                              .priority = {DRAUGHTS_BY_KING}},
                             3, .notation = DRAUGHTS_ALGEBRAIC, .pdn_type = 29},
    [DRAUGHTS_GAME_thai] = {"thai", "Thai draughts, 8 men", {DRAUGHTS_THAI}, 2, .black_begins = 1,
                            .notation = DRAUGHTS_ALGEBRAIC, .pdn_type = 31},
    [DRAUGHTS_GAME_thai12] = {"thai12", "Thai draughts with 12 men", {DRAUGHTS_THAI}, 3, .black_begins = 1,
                              .notation = DRAUGHTS_ALGEBRAIC},
    [DRAUGHTS_GAME_canadian] = {"canadian", "Canadian draughts, 12x12",
                                {DRAUGHTS_8X8, .width = 12, .height = 12, .priority = {DRAUGHTS_MOST}}, 5,
                                .pdn_type = 27},
    [DRAUGHTS_GAME_frisian] = {"frisian", "Frisian draughts",
                               {DRAUGHTS_10X10, .stride2 = 1, DRAUGHTS_MEN_CAPTURE(DRAUGHTS_EVERYWHERE),
                                .king_capture = DRAUGHTS_EVERYWHERE, .priority = {DRAUGHTS_VALUE, DRAUGHTS_BY_KING}},
                               4, .pdn_type = 40},
    [DRAUGHTS_GAME_frysk] = {"frysk", "Frisian draughts with five men",
                             {DRAUGHTS_10X10, .stride2 = 1, DRAUGHTS_MEN_CAPTURE(DRAUGHTS_EVERYWHERE),
                              .king_capture = DRAUGHTS_EVERYWHERE, .priority = {DRAUGHTS_VALUE, DRAUGHTS_BY_KING}},
                             .rows = 1},
    [DRAUGHTS_GAME_killer] = {"killer", "killer draughts: a king stops right behind a king it took last",
                              {DRAUGHTS_INTERNATIONAL, .landing = DRAUGHTS_LAND_NEXT_IF_KING}, .rows = 4},
    [DRAUGHTS_GAME_turkish] = {"turkish", "Turkish draughts",
                               {.width = 8, .height = 8, .lattice = DRAUGHTS_ALL_SQUARES,
                                .man_step = DRAUGHTS_FORWARD_OR_SIDE, DRAUGHTS_MEN_CAPTURE(DRAUGHTS_FORWARD_OR_SIDE),
                                .men_take_kings = 1, .king_step = DRAUGHTS_ORTHOGONAL,
                                .king_capture = DRAUGHTS_ORTHOGONAL, .king_range = DRAUGHTS_FLYING,
                                .priority = {DRAUGHTS_MOST}, .removed_at_once = 1},
                               0, .men = "a2 b2 c2 d2 e2 f2 g2 h2 a3 b3 c3 d3 e3 f3 g3 h3",
                               .notation = DRAUGHTS_ALGEBRAIC, .pdn_type = 30},
    [DRAUGHTS_GAME_armenian] = {"armenian", "Armenian draughts (tama); crowning and removal are ruled here",
                                {.width = 8, .height = 8, .lattice = DRAUGHTS_ALL_SQUARES,
                                 .man_step = DRAUGHTS_FORWARD_FAN, DRAUGHTS_MEN_CAPTURE(DRAUGHTS_FORWARD_OR_SIDE),
                                 .men_take_kings = 1, .king_step = DRAUGHTS_EVERYWHERE,
                                 .king_capture = DRAUGHTS_ORTHOGONAL, .king_range = DRAUGHTS_FLYING,
                                 .priority = {DRAUGHTS_MOST}, .removed_at_once = 1},
                                0, .men = "a2 b2 c2 d2 e2 f2 g2 h2 a3 b3 c3 d3 e3 f3 g3 h3",
                                .notation = DRAUGHTS_ALGEBRAIC},
    [DRAUGHTS_GAME_antidraughts] = {"antidraughts", "international draughts, who runs out of moves wins",
                                    {DRAUGHTS_INTERNATIONAL, .goal = DRAUGHTS_GIVEAWAY}, .rows = 4},
    [DRAUGHTS_GAME_breakthrough] = {"breakthrough", "international draughts, the first king wins",
                                    {DRAUGHTS_INTERNATIONAL, .goal = DRAUGHTS_BREAKTHROUGH}, .rows = 4},
    [DRAUGHTS_GAME_spantsireti] = {"spantsireti", "spantsireti, 10x8, Russian rules",
                                   {DRAUGHTS_8X8, .width = 10, .crowning = DRAUGHTS_CROWN_GO_ON}, 3, .pdn_type = 41},
};
/* clang-format on */

#if defined(__clang__)
#pragma clang diagnostic pop
#elif defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#endif
