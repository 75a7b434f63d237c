"""XXH3, 64 bits, seed 0: the checksum of table files, for table_bytes.py."""

MASK = (1 << 64) - 1
SECRET = bytes.fromhex(
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671fcb79e64eccc0e578825ad07dccff7221"
    "b8084674f743248ee03590e6813a264c3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
    "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364eac5ac8334d3ebc3c581a0fffa1363eb"
    "170ddd51b7f0da49d316552629d4689e2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e")
PRIME32 = (0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D)
PRIME64 = (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5)
STRIPE, STRIPES, LEAST_SECRET = 64, 16, 136


def number(data, at, size=8):
    return int.from_bytes(data[at:at + size], "little")


def key(at, size=8):
    return number(SECRET, at, size)


def rotated(x, bits):
    return (x << bits | x >> 64 - bits) & MASK


def folded(a, b):
    product = a * b
    return (product ^ product >> 64) & MASK


def avalanche(h):
    h = (h ^ h >> 37) * 0x165667919E3779F9 & MASK
    return h ^ h >> 32


def avalanche_short(h):
    h = (h ^ h >> 33) * PRIME64[1] & MASK
    h = (h ^ h >> 29) * PRIME64[2] & MASK
    return h ^ h >> 32


def mixed(data, at, secret):
    return folded(number(data, at) ^ key(secret), number(data, at + 8) ^ key(secret + 8))


def up_to_16(data):
    n = len(data)
    if n > 8:
        low, high = number(data, 0) ^ key(24) ^ key(32), number(data, n - 8) ^ key(40) ^ key(48)
        swapped = int.from_bytes(low.to_bytes(8, "little"), "big")
        return avalanche(n + swapped + high + folded(low, high) & MASK)
    if n >= 4:
        h = (number(data, n - 4, 4) + (number(data, 0, 4) << 32)) ^ key(8) ^ key(16)
        h = (h ^ rotated(h, 49) ^ rotated(h, 24)) * 0x9FB21C651E98DF25 & MASK
        h = (h ^ (h >> 35) + n) * 0x9FB21C651E98DF25 & MASK
        return h ^ h >> 28
    if n:
        h = data[0] << 16 | data[n >> 1] << 24 | data[n - 1] | n << 8
        return avalanche_short(h ^ key(0, 4) ^ key(4, 4))
    return avalanche_short(key(56) ^ key(64))


def up_to_128(data):
    n = len(data)
    h = n * PRIME64[0]
    for i in range((n - 1) // 32 + 1):
        h += mixed(data, 16 * i, 32 * i) + mixed(data, n - 16 * (i + 1), 32 * i + 16)
    return avalanche(h & MASK)


def up_to_240(data):
    n = len(data)
    h = avalanche(n * PRIME64[0] + sum(mixed(data, 16 * i, 16 * i) for i in range(8)) & MASK)
    h += sum(mixed(data, 16 * i, 16 * (i - 8) + 3) for i in range(8, n // 16))
    return avalanche(h + mixed(data, n - 16, LEAST_SECRET - 17) & MASK)


def take_stripe(lanes, data, at, secret):
    for i in range(8):
        value = number(data, at + 8 * i)
        keyed = value ^ key(secret + 8 * i)
        lanes[i ^ 1] = lanes[i ^ 1] + value & MASK
        lanes[i] = lanes[i] + (keyed & 0xffffffff) * (keyed >> 32) & MASK


def longer(data):
    n = len(data)
    lanes = [PRIME32[2], *PRIME64[:4], PRIME32[1], PRIME64[4], PRIME32[0]]
    for stripe in range((n - 1) // STRIPE):
        take_stripe(lanes, data, STRIPE * stripe, 8 * (stripe % STRIPES))
        if stripe % STRIPES == STRIPES - 1:
            for i in range(8):
                lanes[i] = (lanes[i] ^ lanes[i] >> 47 ^ key(128 + 8 * i)) * PRIME32[0] & MASK
    take_stripe(lanes, data, n - STRIPE, 121)
    h = n * PRIME64[0]
    h += sum(folded(lanes[2 * i] ^ key(11 + 16 * i), lanes[2 * i + 1] ^ key(19 + 16 * i)) for i in range(4))
    return avalanche(h & MASK)


def xxh3(data):
    n = len(data)
    part = up_to_16 if n <= 16 else up_to_128 if n <= 128 else up_to_240 if n <= 240 else longer
    return part(data)
