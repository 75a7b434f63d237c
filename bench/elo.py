"""What a match says of two players: score and Elo with their 95 % intervals."""
import math


def elo(score):
    return -400 * math.log10(1 / score - 1) if 0 < score < 1 else math.copysign(math.inf, score - 0.5)


def interval(won, drawn, lost):
    """The score, and the ends of its 95 % interval (normal approximation, games taken as independent)."""
    games = won + drawn + lost
    score = (won + drawn / 2) / games
    variance = (won + drawn / 4) / games - score * score
    width = 1.96 * math.sqrt(max(0, variance) / games)
    return score, max(0, score - width), min(1, score + width)


def described(won, drawn, lost):
    """"49.2 % (37.5 to 60.8), -6 Elo (-89 to +76)" """
    score, low, high = interval(won, drawn, lost)
    return (f"{100 * score:.1f} % ({100 * low:.1f} to {100 * high:.1f}), {elo(score):+.0f} Elo "
            f"({elo(low):+.0f} to {elo(high):+.0f})")
