"""Published perft counts, by position and depth."""

KNOWN = {
    "startpos": [1, 20, 400, 8902, 197281, 4865609, 119060324, 3195901860, 84998978956, 2439530234167],
    "kiwipete": [1, 48, 2039, 97862, 4085603, 193690690, 8031647685, 374190009323],
}

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
