"""Draughts games and their moves, by docs/rules.md, for read_draughts.py. Positions are seen by the side to
move, whose men go up the board; squares have the numbers of docs/tables.md."""
import collections
import itertools

# Sorted squares. huffable: those of the opponent's pieces that can be taken off instead of a move.
Position = collections.namedtuple("Position", "men kings their_men their_kings huffable", defaults=[()])

# taken: the pieces' squares, in order; kings: of each whether it is a king.
Capture = collections.namedtuple("Capture", "start by_king to is_king taken kings")

COMPASS = {"N": (0, 1), "NE": (1, 1), "E": (1, 0), "SE": (1, -1), "S": (0, -1), "SW": (-1, -1), "W": (-1, 0),
           "NW": (-1, 1)}
OPPOSITE = dict(zip(COMPASS, "S SW W NW N NE E SE".split()))
DIRECTIONS = {name: squares.split() for name, squares in (
    ("f", "NW NE"), ("x", "NE SE SW NW"), ("+", "N E S W"), ("*", "N NE E SE S SW W NW"), ("u", "N E W"),
    ("uf", "N NE E W NW"), ("c", "NE SE NW"))}


def most_pieces(capture):
    return len(capture.taken)


def most_kings(capture):
    return sum(capture.kings)


def by_a_king(capture):
    return capture.by_king


def first_king_earliest(capture):
    return capture.kings


def most_value(capture):
    """A king is a little less than two men."""
    return len(capture.taken) + sum(capture.kings), -sum(capture.kings)


class Game:
    """A row of the table in docs/rules.md. Without arguments: brazilian."""

    def __init__(self, size=(8, 8), lattice="dark", steps="f", takes="x", takes_first=None, takes_kings=True,
                 king=("flying", "x", "x"), stops="any", must="yes", choice=(most_pieces,),
                 touching="goes on", leave="at the end", no_move_wins=False, first_king_wins=False,
                 crown=None):
        self.width, self.height = size
        self.lattice = lattice
        self.steps, self.takes, self.takes_first = steps, takes, takes_first or takes
        self.takes_kings = takes_kings
        self.king_range, self.king_steps, self.king_takes = king
        self.stops, self.must, self.choice, self.touching, self.leave = stops, must, choice, touching, leave
        self.no_move_wins, self.first_king_wins = no_move_wins, first_king_wins
        on_board = [(file, rank) for rank in range(self.height) for file in range(self.width)
                    if lattice == "all" or (file + rank) % 2 == (lattice == "light")]
        self.square = {spot: self.number(*spot) for spot in on_board}
        self.spot = {square: spot for spot, square in self.square.items()}
        self.squares = sorted(self.spot)
        self.turned = {s: self.square[self.width - 1 - file, self.height - 1 - rank]
                       for s, (file, rank) in self.spot.items()}
        self.crown = {s for s, (file, rank) in self.spot.items()
                      if (self.name(s) in crown.split() if crown else rank == self.height - 1)}
        self.their_crown = {self.turned[s] for s in self.crown}
        self.rays = {name: {s: self.ray(s, name) for s in self.squares} for name in COMPASS}

    def number(self, file, rank):
        if self.lattice == "all":
            return (8 if self.width == 8 else self.width + 1) * rank + file
        return self.width // 2 * rank + (rank + (self.lattice == "dark")) // 2 + file // 2

    def name(self, square):
        file, rank = self.spot[square]
        return "abcdefghijkl"[file] + str(rank + 1)

    def ray(self, square, name):
        """Straight on, the next square of the board first; from colour to colour a straight step is two."""
        stride = 2 if self.lattice != "all" and len(name) == 1 else 1
        (file, rank), (east, north) = self.spot[square], COMPASS[name]
        spots = ((file + i * east, rank + i * north) for i in range(stride, 12, stride))
        return [self.square[spot] for spot in spots if spot in self.square]

    # captures

    def captures(self, position):
        """Those that the choice between captures leaves."""
        mine = [(s, False) for s in position.men] + [(s, True) for s in position.kings]
        board = dict.fromkeys(position.men + position.kings)
        board.update(dict.fromkeys(position.their_men, False))
        board.update(dict.fromkeys(position.their_kings, True))  # of the opponent's: whether it is a king
        found = []
        for start, is_king in mine:
            del board[start]
            found += self.series(board, Capture(start, is_king, start, is_king, (), ()), None)
            board[start] = None
        for criterion in self.choice:
            best = max(map(criterion, found), default=None)
            found = [capture for capture in found if criterion(capture) == best]
        return found

    def series(self, board, so_far, came):
        """The captures that begin so and take something more."""
        found = []
        directions = self.king_takes if so_far.is_king else self.takes if so_far.taken else self.takes_first
        for name in DIRECTIONS[directions]:
            if came == OPPOSITE[name] and self.leave == "at once":
                continue
            ray, flying = self.rays[name][so_far.to], so_far.is_king and self.king_range == "flying"
            near = next((i for i, s in enumerate(ray) if s in board), len(ray)) if flying else 0
            victim = ray[near] if near < len(ray) else None
            is_king = board.get(victim)
            if is_king is None or victim in so_far.taken:
                continue
            if is_king and not so_far.is_king and not self.takes_kings:
                continue
            behind = list(itertools.takewhile(lambda s: s not in board, ray[near + 1:]))
            landings = behind if flying and self.stops != "next" else behind[:1]
            found += self.behind(board, so_far, name, (victim, is_king), landings)
        return found

    def behind(self, board, so_far, name, victim, landings):
        """The captures that take this piece next. They end only if they go on from none of the landings."""
        taken, kings = so_far.taken + victim[:1], so_far.kings + victim[1:]
        if self.leave != "at the end":
            board = {s: piece for s, piece in board.items() if s != victim[0]}
        longer, ends = [], []
        for to in landings:
            touches = to in self.crown and not so_far.is_king
            is_king = so_far.is_king or touches and self.touching != "goes on"
            reached = so_far._replace(to=to, is_king=is_king, taken=taken, kings=kings)
            more = self.series(board, reached, name) if not touches or self.touching != "stops" else []
            longer += more
            if not more:
                ends.append(reached._replace(is_king=is_king or touches))
        return longer or (ends[:1] if self.stops == "next behind a king" and victim[1] else ends)

    # moves

    def is_over(self, position):
        return self.first_king_wins and bool(position.their_kings)

    def moves(self, position):
        """(successor, whether by a capture). Huffs are apart."""
        if self.is_over(position):
            return
        captures = self.captures(position)
        for c in captures:
            yield self.after(position, c.start, c.to, c.is_king, c.taken), True
        if not captures or self.must != "yes":
            could = {c.start for c in captures} if self.must == "huff" else ()
            for start, to, is_king in itertools.chain(self.man_steps(position), self.king_moves(position)):
                huffable = [to if s == start else s for s in could]
                yield self.after(position, start, to, is_king, (), huffable), False

    def huffs(self, position):
        return [self.after(position, None, None, None, (square,)) for square in position.huffable]

    def man_steps(self, position):
        """(from, to, whether a king then)"""
        for start in position.men:
            for name in DIRECTIONS[self.steps]:
                for to in self.rays[name][start][:1]:
                    if not any(to in squares for squares in position[:4]):
                        yield start, to, to in self.crown

    def king_moves(self, position):
        reach = 99 if self.king_range == "flying" else 1
        for start in position.kings:
            for name in DIRECTIONS[self.king_steps]:
                for to in self.rays[name][start][:reach]:
                    if any(to in squares for squares in position[:4]):
                        break
                    yield start, to, True

    def after(self, position, start, to, is_king, taken, huffable=()):
        """As the opponent sees it. start None: no piece of the mover's moves."""
        men, kings = [s for s in position.men if s != start], [s for s in position.kings if s != start]
        if start is not None:
            (kings if is_king else men).append(to)
        their_men = [s for s in position.their_men if s not in taken]
        their_kings = [s for s in position.their_kings if s not in taken]
        return Position(*map(self.turned_squares, (their_men, their_kings, men, kings, huffable)))

    def turned_squares(self, squares):
        return tuple(sorted([self.turned[s] for s in squares])) if squares else ()

    def seen_by_opponent(self, position):
        return self.after(position, None, None, None, ())


SHEET = {"stops": "next"}
GAMES = {
    "checkers": Game(takes="f", king=("short", "x", "x"), choice=(), touching="stops"),
    "brazilian": Game(),
    "russian": Game(choice=(), touching="goes on as king"),
    "international": Game((10, 10)),
    "italian": Game(lattice="light", takes="f", takes_kings=False, king=("short", "x", "x"), touching="stops",
                    choice=(most_pieces, by_a_king, most_kings, first_king_earliest)),
    "pool": Game(choice=()),
    "spanish": Game(lattice="light", takes="f", choice=(most_pieces, most_kings), touching="stops"),
    "portuguese": Game(lattice="light", takes="f", choice=(most_pieces, most_kings), touching="stops"),
    "czech": Game(takes="f", choice=(by_a_king,), touching="stops"),
    "thai": Game(takes="f", stops="next", choice=(), touching="stops", leave="at once, turns back"),
    "turkish": Game(lattice="all", steps="u", takes="u", king=("flying", "+", "+"), leave="at once"),
    "armenian": Game(lattice="all", steps="uf", takes="u", king=("flying", "*", "+"), leave="at once"),
    "canadian": Game((12, 12)),
    "frisian": Game((10, 10), takes="*", king=("flying", "x", "*"), choice=(most_value, by_a_king)),
    "killer": Game((10, 10), stops="next behind a king"),
    "antidraughts": Game((10, 10), no_move_wins=True),
    "breakthrough": Game((10, 10), first_king_wins=True),
    "spantsireti": Game((10, 8), choice=(), touching="goes on as king"),
    "damas64": Game(**SHEET),
    "damas100": Game((10, 10), **SHEET),
    "diagonal12": Game(lattice="light", crown="e8 g8 h5 h7", **SHEET),
    "diagonal9": Game(crown="f8 h6 h8", **SHEET),
    "diagonal12-corner": Game(lattice="light", steps="c", crown="e8 g8 h5 h7", **SHEET),
    "diagonal9-corner": Game(steps="c", crown="f8 h6 h8", **SHEET),
    "damma": Game((5, 5), "all", "*", "*", king=("flying", "*", "*"), must="huff", choice=(), **SHEET),
    "damma-fwd": Game((5, 5), "all", "uf", "*", king=("flying", "*", "*"), must="huff", choice=(), **SHEET),
    "italianas": Game(lattice="light", takes_kings=False, choice=(most_pieces, most_kings), **SHEET),
    "inglesas": Game(choice=(), **SHEET),
    "russas": Game(must="optional", choice=(), touching="goes on as king", **SHEET),
    "perde-ganha": Game(no_move_wins=True, **SHEET),
    "ludomania": Game(takes_first="f", king=("short", "x", "x"), choice=(), touching="goes on as king"),
}
GAMES.update({"thai12": GAMES["thai"], "frysk": GAMES["frisian"]})  # they start otherwise
