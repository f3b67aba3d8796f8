"""The part of every emitted module that does not depend on the rules, only on the layout: moving
cards, orders, shuffles, groups, and the bookkeeping of options.

It is text, because the emitted module must be one self-contained file in both modes. `$` names are
filled in from the layout; lines marked `#log` exist only in the variant that tells what happens.
"""

from __future__ import annotations

from string import Template

from kibitz.recycle.layout import BITS, Layout

__all__ = ["EVENTS", "LIMITS", "prelude"]

EVENTS = {
    "move": 1, "remember": 2, "forget": 3, "number": 4, "name": 5, "points": 6, "shuffle": 7,
    "cycle": 8, "pass": 9, "teams": 10, "deck": 11, "chance": 12, "choice": 13,
}
"""Kinds of events. An event is six integers: kind, three operands, who sees the card, more."""

LIMITS = {"picks": 2000, "groups": 1 << 20, "options": 1 << 16, "steps": 100_000, "log": 4096}

_CARDS_ONE = '''
def take(S, c):
    """Take a card from where it lies."""
    p = S[WHERE + c]
    if p >= 0:
        S[SETS + p] &= ~BIT[c]
        if POOL[p] >= 0:
            S[POOL[p]] &= ~BIT[c]


def put(S, c, p, end):
    """Move a card to the top (end 1) or bottom (-1) of a place."""
    b = BIT[c]
    q = S[WHERE + c]
    if q >= 0:
        S[SETS + q] &= ~b
        if POOL[q] >= 0:
            S[POOL[q]] &= ~b
    S[SETS + p] |= b
    S[WHERE + c] = p
    if ORDERED[p]:
        S[CLOCK] += 1
        S[RANK + c] = S[CLOCK] * end


def count(S, p):
    """How many cards lie in a place."""
    if MEMORY[p] >= 0:
        return S[MEMORY[p]]
    return popcount(S[SETS + p])


def draw(S, p$more):
    """Decide a card of a shuffled place: any of its pool."""
    at = POOL[p]
    pool = S[at]
    c = -1
    if C[0] < C[1]:  #log
        c = C[2 + C[0]]  #log
        C[0] += 1  #log
        if c < 0 or c >= CARDS or not pool & BIT[c]:  #log
            S[ERROR] = -1  #log
            c = -1  #log
    if c < 0:
        n = below(S[KEY], S[KEY + 1], p, S[at + 1] * 65536 + S[at + 2], popcount(pool))
        c = nth_bit(pool, n)
    S[at] = pool & ~BIT[c]
    S[at + 2] += 1
    event(E, 12, 0, c, p, 0, 0)  #log
    return c


def shuffle(S, p):
    """Put the cards of a place into an order nobody has decided yet."""
    at = POOL[p]
    if at < 0:
        return
    S[at] = S[SETS + p]
    S[at + 1] += 1
    S[at + 2] = 0
    m = S[at]
    while m:
        S[RANK + lowest(m)] = 0
        m &= m - 1


def top(S, p$more):
    """The highest card of a place, or -1."""
    m = S[SETS + p]
    if m & (m - 1) == 0:
        return lowest(m) if m else -1
    pool = S[POOL[p]] if POOL[p] >= 0 else 0
    high = 0 if pool else -LAST
    best = -1
    m &= ~pool
    while m:
        c = lowest(m)
        m &= m - 1
        if S[RANK + c] > high:
            high = S[RANK + c]
            best = c
    if best < 0:
        best = draw(S, p$args)
        S[CLOCK] += 1
        S[RANK + best] = S[CLOCK]
    return best


def bottom(S, p$more):
    """The lowest card of a place, or -1."""
    m = S[SETS + p]
    if m & (m - 1) == 0:
        return lowest(m) if m else -1
    pool = S[POOL[p]] if POOL[p] >= 0 else 0
    low = 0 if pool else LAST
    best = -1
    m &= ~pool
    while m:
        c = lowest(m)
        m &= m - 1
        if S[RANK + c] < low:
            low = S[RANK + c]
            best = c
    if best < 0:
        best = draw(S, p$args)
        S[CLOCK] += 1
        S[RANK + best] = -S[CLOCK]
    return best


def loose(S, p):
    """How many cards of a place have no order yet."""
    return popcount(S[POOL[p]]) if POOL[p] >= 0 else 0


def listed(S, p, A):
    """Write the cards of a place, lowest number first, behind those already in a list."""
    m = S[SETS + p]
    while m:
        A[0] += 1
        A[A[0]] = lowest(m)
        m &= m - 1


def is_loose(S, p, c):
    """Whether a card of a place has no order yet."""
    return POOL[p] >= 0 and S[POOL[p]] & BIT[c] != 0


def has(S, p, c):
    """Whether a card lies in a place."""
    return S[SETS + p] & BIT[c] != 0


def best(S, m0, P, at, sign$more):
    """The card of the highest score (sign -1: lowest), ties broken at random; -1 of none."""
    high = -LAST
    ties = 0
    m = m0
    while m:
        c = lowest(m)
        m &= m - 1
        v = P[at + c] * sign
        if v > high:
            high = v
            found = c
            ties = 1
        elif v == high:
            ties += 1
    if ties == 0:
        return -1
    if ties > 1:
        n = tie(S, ties$args)
        m = m0
        while m:
            c = lowest(m)
            m &= m - 1
            if P[at + c] * sign == high:
                if n == 0:
                    return c
                n -= 1
    return found


def highest(m0, P, at, sign):
    """The highest score (sign -1: lowest); the set is not empty."""
    high = -LAST
    m = m0
    while m:
        v = P[at + lowest(m)] * sign
        m &= m - 1
        if v > high:
            high = v
    return high * sign


def total(m0, P, at):
    """The scores of some cards added up."""
    v = 0
    m = m0
    while m:
        v += P[at + lowest(m)]
        m &= m - 1
    return v


def word(A, o, w):
    """The set of the cards in a list."""
    m = 0
    for i in range(o + 1, o + 1 + A[o]):
        m |= BIT[A[i]]
    return m


def spread(m0):
    """A set as a list."""
    A = new(CARDS + 1)
    m = m0
    while m:
        A[0] += 1
        A[A[0]] = lowest(m)
        m &= m - 1
    return A


def swap_sets(S, p, q):
    """Exchange the contents of two places."""
    m = S[SETS + p]
    k = S[SETS + q]
    S[SETS + p] = k
    S[SETS + q] = m
    while m:
        S[WHERE + lowest(m)] = q
        m &= m - 1
    while k:
        S[WHERE + lowest(k)] = p
        k &= k - 1
    if POOL[p] >= 0 and POOL[q] >= 0:
        for i in range(3):
            m = S[POOL[p] + i]
            S[POOL[p] + i] = S[POOL[q] + i]
            S[POOL[q] + i] = m
'''

_CARDS_MANY = '''
def take(S, c):
    """Take a card from where it lies."""
    p = S[WHERE + c]
    if p >= 0:
        w = c // BITS
        S[SETS + p * WORDS + w] &= ~BIT[c]
        if POOL[p] >= 0:
            S[POOL[p] + w] &= ~BIT[c]


def put(S, c, p, end):
    """Move a card to the top (end 1) or bottom (-1) of a place."""
    b = BIT[c]
    w = c // BITS
    q = S[WHERE + c]
    if q >= 0:
        S[SETS + q * WORDS + w] &= ~b
        if POOL[q] >= 0:
            S[POOL[q] + w] &= ~b
    S[SETS + p * WORDS + w] |= b
    S[WHERE + c] = p
    if ORDERED[p]:
        S[CLOCK] += 1
        S[RANK + c] = S[CLOCK] * end


def count(S, p):
    """How many cards lie in a place."""
    if MEMORY[p] >= 0:
        return S[MEMORY[p]]
    n = 0
    for w in range(WORDS):
        n += popcount(S[SETS + p * WORDS + w])
    return n


def draw(S, p$more):
    """Decide a card of a shuffled place: any of its pool."""
    at = POOL[p]
    n = 0
    for w in range(WORDS):
        n += popcount(S[at + w])
    c = -1
    if C[0] < C[1]:  #log
        c = C[2 + C[0]]  #log
        C[0] += 1  #log
        if c < 0 or c >= CARDS or not S[at + c // BITS] & BIT[c]:  #log
            S[ERROR] = -1  #log
            c = -1  #log
    if c < 0:
        n = below(S[KEY], S[KEY + 1], p, S[at + WORDS] * 65536 + S[at + WORDS + 1], n)
        w = 0
        while n >= popcount(S[at + w]):
            n -= popcount(S[at + w])
            w += 1
        c = nth_bit(S[at + w], n) + w * BITS
    S[at + c // BITS] &= ~BIT[c]
    S[at + WORDS + 1] += 1
    event(E, 12, 0, c, p, 0, 0)  #log
    return c


def shuffle(S, p):
    """Put the cards of a place into an order nobody has decided yet."""
    at = POOL[p]
    if at < 0:
        return
    S[at + WORDS] += 1
    S[at + WORDS + 1] = 0
    for w in range(WORDS):
        m = S[SETS + p * WORDS + w]
        S[at + w] = m
        while m:
            S[RANK + lowest(m) + w * BITS] = 0
            m &= m - 1


def top(S, p$more):
    """The highest card of a place, or -1."""
    pooled = loose(S, p) > 0
    high = 0 if pooled else -LAST
    best = -1
    for w in range(WORDS):
        m = S[SETS + p * WORDS + w]
        if pooled:
            m &= ~S[POOL[p] + w]
        while m:
            c = lowest(m) + w * BITS
            m &= m - 1
            if S[RANK + c] > high:
                high = S[RANK + c]
                best = c
    if best < 0 and pooled:
        best = draw(S, p$args)
        S[CLOCK] += 1
        S[RANK + best] = S[CLOCK]
    return best


def bottom(S, p$more):
    """The lowest card of a place, or -1."""
    pooled = loose(S, p) > 0
    low = 0 if pooled else LAST
    best = -1
    for w in range(WORDS):
        m = S[SETS + p * WORDS + w]
        if pooled:
            m &= ~S[POOL[p] + w]
        while m:
            c = lowest(m) + w * BITS
            m &= m - 1
            if S[RANK + c] < low:
                low = S[RANK + c]
                best = c
    if best < 0 and pooled:
        best = draw(S, p$args)
        S[CLOCK] += 1
        S[RANK + best] = -S[CLOCK]
    return best


def loose(S, p):
    """How many cards of a place have no order yet."""
    n = 0
    if POOL[p] >= 0:
        for w in range(WORDS):
            n += popcount(S[POOL[p] + w])
    return n


def listed(S, p, A):
    """Write the cards of a place, lowest number first, behind those already in a list."""
    for w in range(WORDS):
        m = S[SETS + p * WORDS + w]
        while m:
            A[0] += 1
            A[A[0]] = lowest(m) + w * BITS
            m &= m - 1


def is_loose(S, p, c):
    """Whether a card of a place has no order yet."""
    return POOL[p] >= 0 and S[POOL[p] + c // BITS] & BIT[c] != 0


def has(S, p, c):
    """Whether a card lies in a place."""
    return S[SETS + p * WORDS + c // BITS] & BIT[c] != 0


def best(S, $ms, P, at, sign$more):
    """The card of the highest score (sign -1: lowest), ties broken at random; -1 of none."""
    high = -LAST
    ties = 0
    ms = ($ms,)
    for w in range(WORDS):
        m = ms[w]
        while m:
            c = lowest(m) + w * BITS
            m &= m - 1
            v = P[at + c] * sign
            if v > high:
                high = v
                found = c
                ties = 1
            elif v == high:
                ties += 1
    if ties == 0:
        return -1
    if ties > 1:
        n = tie(S, ties$args)
        for w in range(WORDS):
            m = ms[w]
            while m:
                c = lowest(m) + w * BITS
                m &= m - 1
                if P[at + c] * sign == high:
                    if n == 0:
                        return c
                    n -= 1
    return found


def highest($ms, P, at, sign):
    """The highest score (sign -1: lowest); the set is not empty."""
    high = -LAST
    ms = ($ms,)
    for w in range(WORDS):
        m = ms[w]
        while m:
            v = P[at + lowest(m) + w * BITS] * sign
            m &= m - 1
            if v > high:
                high = v
    return high * sign


def total($ms, P, at):
    """The scores of some cards added up."""
    v = 0
    ms = ($ms,)
    for w in range(WORDS):
        m = ms[w]
        while m:
            v += P[at + lowest(m) + w * BITS]
            m &= m - 1
    return v


def word(A, o, w):
    """One word of the set of the cards in a list."""
    m = 0
    for i in range(o + 1, o + 1 + A[o]):
        if A[i] // BITS == w:
            m |= BIT[A[i]]
    return m


def spread($ms):
    """A set as a list."""
    A = new(CARDS + 1)
    ms = ($ms,)
    for w in range(WORDS):
        m = ms[w]
        while m:
            A[0] += 1
            A[A[0]] = lowest(m) + w * BITS
            m &= m - 1
    return A


def swap_sets(S, p, q):
    """Exchange the contents of two places."""
    for w in range(WORDS):
        m = S[SETS + p * WORDS + w]
        k = S[SETS + q * WORDS + w]
        S[SETS + p * WORDS + w] = k
        S[SETS + q * WORDS + w] = m
        while m:
            S[WHERE + lowest(m) + w * BITS] = q
            m &= m - 1
        while k:
            S[WHERE + lowest(k) + w * BITS] = p
            k &= k - 1
    if POOL[p] >= 0 and POOL[q] >= 0:
        for i in range(WORDS + 2):
            m = S[POOL[p] + i]
            S[POOL[p] + i] = S[POOL[q] + i]
            S[POOL[q] + i] = m
'''

_COMMON = '''
def event(E, kind, a, b, c, seen, more):  #log
    """Note what happens."""  #log
    n = E[0]  #log
    if n + 6 < len(E):  #log
        E[n] = kind  #log
        E[n + 1] = a  #log
        E[n + 2] = b  #log
        E[n + 3] = c  #log
        E[n + 4] = seen  #log
        E[n + 5] = more  #log
        E[0] = n + 6  #log
  #log
  #log
def sees(S, p):  #log
    """Who sees the cards of a place, a bit for each seat and one for the spectators."""  #log
    if SIGHT[p] >= 0:  #log
        return SIGHT[p]  #log
    seen = 0  #log
    for i in range(PLAYERS):  #log
        if S[TEAM_OF + i] == -1 - SIGHT[p]:  #log
            seen |= 1 << i  #log
    return seen  #log
  #log
  #log
def move(S, c, p, end, E):
    """Move a card, and tell."""
    q = S[WHERE + c]
    seen = sees(S, p)
    if q >= 0:
        seen |= sees(S, q)
    put(S, c, p, end)
    event(E, 1, c, q, p, seen, end)


def tie(S, n$more):
    """Break a tie between n."""
    k = -1
    if C[0] < C[1]:  #log
        k = C[2 + C[0]]  #log
        C[0] += 1  #log
        if k >= n:  #log
            S[ERROR] = -1  #log
            k = -1  #log
    if k < 0:
        k = below(S[KEY], S[KEY + 1], -1, S[TIES], n)
    S[TIES] += 1
    event(E, 12, 1, k, n, 0, 0)  #log
    return k


def roll(S, low, high$more):
    """A random number of the rules."""
    k = -1
    if C[0] < C[1]:  #log
        k = C[2 + C[0]]  #log
        C[0] += 1  #log
        if k > high - low:  #log
            S[ERROR] = -1  #log
            k = -1  #log
    if k < 0:
        k = below(S[KEY], S[KEY + 1], -2, S[RANDOMS], high - low + 1)
    S[RANDOMS] += 1
    event(E, 12, 2, k, high - low + 1, 0, 0)  #log
    return low + k


def settle(S, p$more):
    """Decide the whole order of a place."""
    n = loose(S, p)
    if n == 0:
        return
    drawn = new(n + 1)
    for i in range(n):
        drawn[i] = draw(S, p$args)
    A = new(CARDS + 1)
    listed(S, p, A)
    sort(A, 0, S, RANK)
    for i in range(n - 1, -1, -1):
        S[CLOCK] += 1
        S[RANK + drawn[i]] = S[CLOCK]
    for i in range(1, A[0] + 1):  # those above the pool stay above it
        c = A[i]
        above = S[RANK + c] > 0
        for k in range(n):
            if drawn[k] == c:
                above = False
        if above:
            S[CLOCK] += 1
            S[RANK + c] = S[CLOCK]


def sort(A, o, P, at):
    """Sort a list by scores, the lowest first; equal ones stay in order."""
    for i in range(o + 2, o + 1 + A[o]):
        c = A[i]
        v = P[at + c]
        k = i - 1
        while k > o and P[at + A[k]] > v:
            A[k + 1] = A[k]
            k -= 1
        A[k + 1] = c


def cards_of(S, p$more):
    """The cards of a place as a list, from the bottom up."""
    A = new(CARDS + 1)
    if MEMORY[p] >= 0:
        for i in range(S[MEMORY[p]] + 1):
            A[i] = S[MEMORY[p] + i]
        return A
    if ORDERED[p]:
        settle(S, p$args)
    listed(S, p, A)
    if ORDERED[p]:
        sort(A, 0, S, RANK)
    return A


def insert(S, c, p, k$more):
    """Move a card so that k cards lie below it."""
    take(S, c)
    A = cards_of(S, p$args)
    put(S, c, p, 1)
    for i in range(max(0, k) + 1, A[0] + 1):
        S[CLOCK] += 1
        S[RANK + A[i]] = S[CLOCK]


def swap(S, c, d):
    """Let two cards take each other's exact position."""
    p = S[WHERE + c]
    q = S[WHERE + d]
    r = S[RANK + c]
    s = S[RANK + d]
    put(S, c, q, 1)
    put(S, d, p, 1)
    S[RANK + c] = s
    S[RANK + d] = r


def recall(S, p, c, end):
    """Note a card at the top or bottom of a memory place; False if it is full."""
    at = MEMORY[p]
    n = S[at]
    if n >= CARDS:
        return False
    if end < 0:
        for i in range(at + n, at, -1):
            S[i + 1] = S[i]
        S[at + 1] = c
    else:
        S[at + n + 1] = c
    S[at] = n + 1
    return True


def unnote(S, p, k):
    """Drop the k-th note of a memory place; -1 if there is none."""
    at = MEMORY[p]
    n = S[at]
    if k < 0 or k >= n:
        return -1
    c = S[at + 1 + k]
    for i in range(at + 1 + k, at + n):
        S[i] = S[i + 1]
    S[at + n] = 0
    S[at] = n - 1
    return c


def holds(A, o, c):
    """Whether a card is in a list."""
    for i in range(o + 1, o + 1 + A[o]):
        if A[i] == c:
            return True
    return False


def extend(A, B, o):
    """Append the cards of a list that are not there yet."""
    for i in range(o + 1, o + 1 + B[o]):
        if not holds(A, 0, B[i]):
            A[0] += 1
            A[A[0]] = B[i]


def drop(A, o, c):
    """Remove a card from a list, if it is there."""
    n = A[o]
    for i in range(o + 1, o + 1 + n):
        if A[i] == c:
            for k in range(i, o + n):
                A[k] = A[k + 1]
            A[o] = n - 1
            return


def copied(A, o):
    """A list of its own."""
    B = new(max(CARDS, A[o]) + 1)
    for i in range(A[o] + 1):
        B[i] = A[o + i]
    return B


def ends(A, o, k, end):
    """The first k cards from one end."""
    n = A[o]
    k = max(0, min(k, n))
    B = new(CARDS + 1)
    B[0] = k
    start = n - k if end > 0 else 0
    for i in range(k):
        B[i + 1] = A[o + 1 + start + i]
    return B


def longest_run(A, o, least, P, at, end):
    """The longest stretch at one end whose scores, in any order, rise by one."""
    n = A[o]
    for k in range(n, max(1, least) - 1, -1):
        start = n - k if end > 0 else 0
        low = LAST
        high = -LAST
        for i in range(k):
            v = P[at + A[o + 1 + start + i]]
            low = min(low, v)
            high = max(high, v)
        good = high - low == k - 1
        if good:
            for i in range(k):
                for j in range(i):
                    if P[at + A[o + 1 + start + i]] == P[at + A[o + 1 + start + j]]:
                        good = False
        if good:
            return ends(A, o, k, end)
    return new(CARDS + 1)


def member(G, n):
    """Where the n-th group of a list of groups begins."""
    o = 2
    for i in range(n):
        o += G[o] + 1
    return o


def keep(G, H, o):
    """Append a group to a list of groups."""
    at = G[1]
    for i in range(H[o] + 1):
        G[at + i] = H[o + i]
    G[0] += 1
    G[1] = at + H[o] + 1


def partition(A, o, t):
    """Groups by the value of an attribute, in the order of first appearance."""
    n = A[o]
    G = new(2 * n + 3)
    G[1] = 2
    done = new(n + 1)
    for i in range(n):
        if done[i]:
            continue
        at = G[1]
        G[at] = 0
        for k in range(i, n):
            if ATTRIBUTE[t + A[o + 1 + k]] == ATTRIBUTE[t + A[o + 1 + i]]:
                done[k] = 1
                G[at] += 1
                G[at + G[at]] = A[o + 1 + k]
        G[0] += 1
        G[1] = at + G[at] + 1
    return G


def subsets(A, o):
    """All subsets, the empty one first; nothing if they are too many."""
    n = A[o]
    if n > 20:
        G = new(3)
        G[0] = -1
        return G
    G = new(2 + (1 << n) + n * (1 << n) // 2)
    G[1] = 2
    for m in range(1 << n):
        at = G[1]
        for i in range(n):
            if m >> i & 1:
                G[at] += 1
                G[at + G[at]] = A[o + 1 + i]
        G[0] += 1
        G[1] = at + G[at] + 1
    return G


def choose(n, k):
    """Binomial coefficient, at most GROUPS + 1."""
    if k < 0 or k > n:
        return 0
    c = 1
    for i in range(min(k, n - k)):
        c = c * (n - i) // (i + 1)
        if c > GROUPS:
            return GROUPS + 1
    return c


def combinations(A, o, k):
    """All subsets of k cards."""
    n = A[o]
    total = choose(n, k)
    if total > GROUPS:
        G = new(3)
        G[0] = -1
        return G
    G = new(2 + total * (k + 1))
    G[1] = 2
    if total == 0:
        return G
    at = new(k + 1)
    for i in range(k):
        at[i] = i
    while True:
        g = G[1]
        G[g] = k
        for i in range(k):
            G[g + 1 + i] = A[o + 1 + at[i]]
        G[0] += 1
        G[1] = g + k + 1
        i = k - 1
        while i >= 0 and at[i] == n - k + i:
            i -= 1
        if i < 0:
            return G
        at[i] += 1
        for j in range(i + 1, k):
            at[j] = at[j - 1] + 1


def tuples(A, o, k, P, at):
    """All groups of k cards of equal score."""
    B = copied(A, o)
    sort(B, 0, P, at)
    n = B[0]
    size = 0
    i = 1
    while i <= n:
        j = i
        while j <= n and P[at + B[j]] == P[at + B[i]]:
            j += 1
        size += choose(j - i, k)
        i = j
    if size > GROUPS or k < 0:
        G = new(3)
        G[0] = -1
        return G
    G = new(2 + size * (k + 1))
    G[1] = 2
    i = 1
    while i <= n:
        j = i
        while j <= n and P[at + B[j]] == P[at + B[i]]:
            j += 1
        before = B[i - 1]
        B[i - 1] = j - i
        H = combinations(B, i - 1, k)
        B[i - 1] = before
        h = 2
        for m in range(H[0]):
            keep(G, H, h)
            h += H[h] + 1
        i = j
    return G


def runs(A, o, least, P, at, largest):
    """Chains of at least so many cards whose scores rise by one: maximal ones, or all."""
    least = max(1, least)
    B = copied(A, o)
    sort(B, 0, P, at)
    n = B[0]
    first = new(n + 2)  # where the cards of each score begin
    levels = 0
    for i in range(1, n + 1):
        if i == 1 or P[at + B[i]] != P[at + B[i - 1]]:
            first[levels] = i
            levels += 1
    first[levels] = n + 1
    for writing in range(2):
        groups = 0
        size = 0
        if writing:
            G = new(2 + room)
            G[1] = 2
        for a in range(levels):
            if largest and a > 0 and P[at + B[first[a]]] == P[at + B[first[a - 1]]] + 1:
                continue
            ways = 1
            b = a
            while True:
                ways *= first[b + 1] - first[b]
                more = b + 1 < levels and P[at + B[first[b + 1]]] == P[at + B[first[b]]] + 1
                if b - a + 1 >= least and not (largest and more):
                    groups += ways
                    size += ways * (b - a + 2)
                    if groups > GROUPS:
                        G = new(3)
                        G[0] = -1
                        return G
                    if writing:
                        for w in range(ways):
                            rest = w
                            g = G[1]
                            G[g] = b - a + 1
                            for k in range(a, b + 1):
                                m = first[k + 1] - first[k]
                                G[g + 1 + k - a] = B[first[k] + rest % m]
                                rest //= m
                            G[0] += 1
                            G[1] = g + b - a + 2
                if not more or ways > GROUPS:
                    break
                b += 1
        room = size
    return G


def times(a, b):
    """A product, kept within what can be stored and told apart from it."""
    a = max(-LIMIT, min(LIMIT, a))
    b = max(-LIMIT, min(LIMIT, b))
    return max(-LIMIT, min(LIMIT, a * b))


def power(a, b):
    """A power, kept within limits; a negative exponent gives what truncation leaves."""
    if b < 0:
        if a == 1:
            return 1
        return 0 if a != -1 else (1 if b % 2 == 0 else -1)
    if b > 64:
        b = 64 + b % 2
    v = 1
    for i in range(b):
        v = times(v, a)
    return v


def quotient(a, b):
    """Division that truncates towards zero."""
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


def remainder(a, b):
    """What truncating division leaves: it has the sign of the dividend."""
    return a - b * quotient(a, b)


def triangle(n):
    """Triangular number."""
    n = max(-LIMIT, min(LIMIT, n))
    return max(-LIMIT, min(LIMIT, n * (n + 1) // 2))


def fibonacci(n):
    """Fibonacci number, 0 for n below 1."""
    a = 0
    b = 1
    for i in range(min(n, 60)):
        a, b = b, min(LIMIT, a + b)
    return a


def mix(h, v):
    """Stir a value into a 61-bit hash."""
    h = (h ^ (v & FIELD)) & FIELD
    h = ((h & 2147483647) * 1540483477 + (h >> 31) * 668265263 + 374761393) & FIELD
    return h ^ (h >> 29)


def note(P, kind, a, b, c):
    """Remember an action of the option at hand: what it does, to what."""
    P[5] += 1
    P[4] = mix(mix(mix(mix(P[4], kind), a), b), c)


def pick(P, n):
    """Which of n members the option at hand picks."""
    d = P[1]
    P[1] = d + 1
    if P[0] > 0:
        i = P[3] % n
        P[3] //= n
        return i
    if d >= PICKS:
        P[9] = 1
        return 0
    if d >= P[2]:
        P[16 + 2 * d] = 0
        P[2] = d + 1
    P[17 + 2 * d] = n
    return P[16 + 2 * d]


def log(P, a):
    """Write down a picked member, for the label of an action."""
    if P[0] == 2 and P[6] < LOG:
        P[LOG_AT + P[6]] = a
        P[6] += 1


def begin(P):
    """Start an option anew."""
    P[1] = 0
    P[4] = 1
    P[5] = 0
    P[6] = 0
    P[7] = 0


def code_of(P):
    """The picks of an option as one number; -1 if they do not fit one."""
    code = 0
    for d in range(P[1] - 1, -1, -1):
        n = P[17 + 2 * d]
        if code > FIELD // n:
            return -1
        code = code * n + P[16 + 2 * d]
    return code


def advance(P):
    """Go to the next option of a clause; False after the last."""
    d = P[1] - 1
    while d >= 0 and P[16 + 2 * d] + 1 >= P[17 + 2 * d]:
        d -= 1
    if d < 0:
        P[2] = 0
        return False
    P[16 + 2 * d] += 1
    P[2] = d + 1
    return True


def fresh(P, n):
    """Whether no option listed so far does the same as the one at hand."""
    if n == 0:
        P[8] += 1
    i = P[4] & SEEN_MASK
    while P[SEEN_AT + 2 * i] == P[8]:
        if P[SEEN_AT + 2 * i + 1] == P[4]:
            return False
        i = (i + 1) & SEEN_MASK
    P[SEEN_AT + 2 * i] = P[8]
    P[SEEN_AT + 2 * i + 1] = P[4]
    return True


def copy(X, S):
    """Copy a state."""
    X[:] = S
'''


def prelude(layout: Layout, log: bool) -> str:
    """The common part of a game's module."""
    words = layout.words
    fields = {
        "more": ", E, C" if log else "",
        "args": ", E, C" if log else "",
        "ms": ", ".join(f"m{w}" for w in range(words)),
    }
    text = Template((_CARDS_ONE if words == 1 else _CARDS_MANY) + _COMMON).substitute(fields)
    kept = []
    for line in text.splitlines():
        if "#log" in line:
            if not log:
                continue
            line = line.replace("#log", "").rstrip()
        kept.append(line)
    text = "\n".join(kept)
    if not log:
        text = text.replace('''def move(S, c, p, end, E):
    """Move a card, and tell."""
    q = S[WHERE + c]
    seen = sees(S, p)
    if q >= 0:
        seen |= sees(S, q)
    put(S, c, p, end)
    event(E, 1, c, q, p, seen, end)


''', "")
    return _constants(layout) + text


def work_size() -> int:
    """How many integers the work space for listing options needs."""
    return 16 + 2 * LIMITS["picks"] + LIMITS["log"] + 4 * LIMITS["options"]


def _constants(layout: Layout) -> str:
    cards = len(layout.cards)
    log_at = 16 + 2 * LIMITS["picks"]
    lines = [
        f"CARDS = {cards}",
        f"PLAYERS = {layout.program.players}",
        f"WORDS = {layout.words}",
        f"BITS = {BITS}",
        f"WHERE = {layout.where}",
        f"RANK = {layout.rank}",
        f"SETS = {layout.sets}",
        f"TEAM_OF = {layout.team_of}",
        f"PC, ERROR, CLOCK, TIES, RANDOMS, KEY = {layout.PC}, {layout.ERROR}, {layout.CLOCK}, "
        f"{layout.TIES}, {layout.RANDOMS}, {layout.KEY}",
        "LAST = 4611686018427387903",
        "LIMIT = 2147483648",
        "FIELD = 2305843009213693951",
        f"GROUPS = {LIMITS['groups']}",
        f"PICKS = {LIMITS['picks']}",
        f"LOG = {LIMITS['log']}",
        f"LOG_AT = {log_at}",
        f"SEEN_AT = {log_at + LIMITS['log']}",
        f"SEEN_MASK = {2 * LIMITS['options'] - 1}",
        f"BIT = table({_tuple([1 << (c % BITS) for c in range(cards)] or [0])})",
        f"ORDERED = table({_tuple(_by_place(layout, 'ordered'))})",
        f"POOL = table({_tuple([layout.pools.get(p, -1) for p in range(layout.places)] or [0])})",
        f"MEMORY = table({_tuple([layout.memories.get(p, -1) for p in range(layout.places)] or [0])})",
        f"SIGHT = table({_tuple(_by_place(layout, 'sight'))})",
    ]
    return "\n".join(lines) + "\n"


def _by_place(layout: Layout, what: str) -> list[int]:
    values = [0] * max(1, layout.places)
    players = layout.program.players
    everybody = (1 << (players + 1)) - 1
    for family in layout.families.values():
        for owner in range(family.owners):
            for index in range(family.room):
                place = family.base + owner * family.room + index
                if what == "ordered":
                    values[place] = int(family.ordered)
                    continue
                mask = 0
                if family.sight in ("vloc", "mem"):
                    mask = everybody
                elif family.owner == "player" and family.sight in ("iloc", "oloc"):
                    mask = 1 << owner if family.sight == "iloc" else everybody & ~(1 << owner)
                elif family.owner == "team" and family.sight == "iloc":
                    mask = -1 - owner
                elif family.sight == "oloc":
                    mask = everybody
                values[place] = mask
    return values


def _tuple(values: list[int]) -> str:
    return "(" + ", ".join(map(str, values)) + ("," if len(values) == 1 else "") + ")"
