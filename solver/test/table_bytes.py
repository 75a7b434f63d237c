"""What table files of chess and of draughts share, for read_table.py and read_draughts.py: values as one
number, the codec, the coder, the head and the sections."""
import collections
import functools
import itertools
import struct

from xxh3 import xxh3

LOSS, BLESSED_LOSS, DRAW, CURSED_WIN, WIN = range(5)


class Damaged(Exception):
    pass


# ---- values: larger is better for the side to move

def win(plies):
    return 16384 - plies


def loss(plies):
    return plies - 16384


def plies_of(value):
    return 16384 - abs(value) if value else 0


def before(value):
    """A ply earlier, for the other side."""
    return 0 if value == 0 else loss(plies_of(value) + 1) if value > 0 else win(plies_of(value) + 1)


# ---- the codec's model

class BitReader:
    """Bits with adaptive probabilities."""

    def __init__(self, data):
        self.data, self.at, self.range = data, 4, 0xffffffff
        self.code = int.from_bytes(data[:4], "big")
        self.probability = collections.defaultdict(lambda: 2048)

    def bit(self, context):
        p = self.probability[context]
        zero = (self.range >> 12) * p
        one = self.code >= zero
        if one:
            self.code -= zero
            self.range -= zero
            self.probability[context] = p - (p >> 4)
        else:
            self.range = zero
            self.probability[context] = p + (4096 - p >> 4)
        while self.range < 1 << 24:
            if self.at >= len(self.data):
                raise Damaged("codec cut short")
            self.range <<= 8
            self.code = self.code << 8 & 0xffffffff | self.data[self.at]
            self.at += 1
        return int(one)

    def number(self, bits, *context):
        node = 1
        for _ in range(bits):
            node = node << 1 | self.bit((context, node))
        return node - (1 << bits)


FEATURES, LEAF, EMPTY = 8, 8, 9
SCALE_BITS = 14
SCALE = 1 << SCALE_BITS


class Node:
    def __init__(self, bits, depth=0):
        self.feature = bits.number(4, "node", depth)
        if self.feature > EMPTY:
            raise Damaged("codec")
        self.children = [Node(bits, depth + 1) for _ in range(8)] if self.feature < LEAF else []

    def all(self):
        yield self
        for child in self.children:
            yield from child.all()

    def read_leaf(self, bits):
        count = bits.number(9, "count")
        frequencies, code, self.symbols = [], 51, []
        for i in range(count):
            self.symbols.append(bits.number(8, "symbol", min(i, 2)))
            if i:
                code -= bits.number(6, "frequency", min(i - 1, 1))
                frequencies.append((4 + code % 4 << code // 4) >> 2)
        if count:
            code = bits.number(6, "escape frequency")
            frequencies.append((4 + code % 4 << code // 4) >> 2)
        self.ends = list(itertools.accumulate([SCALE - sum(frequencies)] + frequencies))


class Codec:
    def __init__(self, data):
        bits = BitReader(data)
        self.distances = bits.bit("kind")
        self.root = Node(bits)
        nodes = list(self.root.all())
        leaves = [node for node in nodes if node.feature == LEAF]
        for leaf in leaves:
            leaf.read_leaf(bits)
        if bits.at != len(data) or not leaves:
            raise Damaged("codec")
        self.first = leaves[0]
        self.used = [sorted({value for node in nodes if node.feature == feature
                             for value in range(8) if node.children[value].feature != EMPTY})
                     for feature in range(FEATURES)]

    @functools.lru_cache(maxsize=None)
    def leaf(self, context):
        node = self.root
        while node.feature < LEAF:
            value = context[node.feature]
            used = self.used[node.feature]
            node = node.children[value if value in used else used[0]]
        return node if node.feature == LEAF else self.first


class SymbolReader:
    """rANS."""

    def __init__(self, data):
        self.data, self.at = data, min(4, len(data))
        self.state = int.from_bytes(data[:4], "little") + (1 << 16 if len(data) <= 4 else 0)
        if not 1 << 16 <= self.state < 1 << 32:
            raise Damaged("group")

    def take(self, start, size):
        self.state = size * (self.state >> SCALE_BITS) + self.state % SCALE - start
        if self.state < 1 << 16:
            if self.at + 2 > len(self.data):
                raise Damaged("group cut short")
            self.state = self.state << 16 | int.from_bytes(self.data[self.at:self.at + 2], "little")
            self.at += 2

    def symbol(self, leaf):
        slot = self.state % SCALE
        rank = next(i for i, end in enumerate(leaf.ends) if slot < end)
        start = leaf.ends[rank - 1] if rank else 0
        self.take(start, leaf.ends[rank] - start)
        if rank < len(leaf.symbols):
            return leaf.symbols[rank]
        plain = self.state % SCALE >> 6
        self.take(plain << 6, 64)
        return plain

    def end(self):
        if self.state != 1 << 16 or self.at != len(self.data):
            raise Damaged("group")

# ---- what contexts of distances are made of

def predicted(known):
    """Of the first three neighbours that have a value."""
    known = sorted(known[:3])
    return 8 if not known else known[1] if len(known) == 3 else known[0]


def clamped(distance, prediction, most):
    return 2 * most + 1 if distance is None else max(-most, min(most, distance - prediction)) + most


def steps_reached(prediction):
    return sum(prediction >= limit for limit in (2, 4, 8, 12, 20, 32, 48))


# ---- files

class TableFile:
    HEAD = struct.Struct("<16s16s16s5I4II2Q2Q10Q40sQQ")

    def __init__(self, path, game, material, what, count, checksums, known_version=1):
        data = path.read_bytes()
        self.check(path, len(data) >= self.HEAD.size)
        (magic, game_field, name, version, code, self.count, self.group, self.sides,
         *rest) = self.HEAD.unpack_from(data)
        self.longest, self.results = rest[:4], rest[9:19]
        sections_check, codec_bytes, data_bytes = rest[4], rest[5:7], rest[7:9]
        content_check, head_check = rest[-2:]
        text = lambda field: field.split(b"\0")[0].decode("ascii")
        if text(magic) != "tabuleiro table" or version != known_version:
            raise Damaged(f"{path}: no table file of version {known_version}")
        if (text(game_field), text(name), code, self.count) != (game, material, what, count):
            raise Damaged(f"{path}: another table")
        self.codec, self.groups, index, at = {}, {}, {}, self.HEAD.size
        stored = [side for side in (0, 1) if self.sides >> side & 1]
        number = -(-self.count // self.group)
        for side in stored:
            self.codec[side] = Codec(data[at:at + codec_bytes[side]])
            at += codec_bytes[side]
            index[side] = list(struct.iter_unpack("<II", data[at:at + 8 * number]))
            at += 8 * number
        if checksums:
            self.check(path, xxh3(data[:self.HEAD.size - 8]) == head_check)
            self.check(path, xxh3(data[self.HEAD.size:at]) & 0xffffffff == sections_check)
            self.check(path, xxh3(data[self.HEAD.size:]) == content_check)
        for side in stored:
            self.groups[side] = []
            self.check(path, sum(size for size, _ in index[side]) == data_bytes[side])
            for size, check in index[side]:
                self.groups[side].append(data[at:at + size])
                self.check(path, not checksums or xxh3(data[at:at + size]) & 0xffffffff == check)
                at += size
        self.check(path, at == len(data))

    @staticmethod
    def check(path, holds):
        if not holds:
            raise Damaged(f"{path}: damaged")
