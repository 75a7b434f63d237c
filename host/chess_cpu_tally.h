/* Sums of the weights of squares (rules/chess/replies.h), bit by bit, for processors without 64-byte vectors. */
typedef struct {
    const ChessReplies_x1 *r;
    u64 sum;
} Tally;

static inline Tally tally_begin(const ChessReplies_x1 *r) { return (Tally){r, 0}; }

static inline u64 tally_weight(const Tally *t, u32 square)
{
    u64 weight = 0;
    for (u32 k = 0; k < CHESS_WEIGHT_BITS; k++) weight |= (t->r->weight[k] >> square & 1) << k;
    return weight;
}

static inline u64 tally_weigh(const Tally *t, u64 squares)
{
    u64 sum = 0;
    for (u32 k = 0; k < CHESS_WEIGHT_BITS; k++) sum += (u64)popcount64(squares & t->r->weight[k]) << k;
    return sum;
}

static inline void tally_enter(Tally *t, u64 squares) { t->sum += tally_weigh(t, squares); }
static inline void tally_leave(Tally *t, u64 squares) { t->sum -= tally_weigh(t, squares); }

/* weights of the squares entered less those of the squares left */
static inline u64 tally_sum(const Tally *t) { return t->sum; }
