"""Deep Q-learning: what each option is worth, from the points that came of it.

A network says for each action a in a position s what the seat will still score, Q(s, a). It is
moved towards

    R + Q'(s', argmax Q(s', a'))           over the actions a' on offer in s'

where R are the points up to a *horizon*, by default the end of the hand, and s' is the position in
which the seat next decides after that; none, if the game ends before. Q' is the *target*: the same
network as it was some time ago, so that nobody runs after his own tail (Mnih et al. 2015). The
network that learns says which action is best there, the target what it is worth; if one asked the
same for both, the luckiest error would win (van Hasselt et al. 2016).

With one step as the horizon, what a trick is worth has to come down through all tricks before; the
points of a whole hand are there at once. They are those of what was really played, now and then at
random, so they are worth less than they could be; little, as `epsilon` goes down.

V. Mnih et al.: Human-level control through deep reinforcement learning. Nature 518, 2015.
H. van Hasselt, A. Guez, D. Silver: Deep Reinforcement Learning with Double Q-learning. AAAI 2016.
"""

from __future__ import annotations

from functools import partial

from kibitz.learn.model import Array, Batch, Parameters, chosen, forward, huber, masked
from kibitz.learn.selfplay import SelfPlay
from kibitz.learn.settings import Settings
from kibitz.learn.sources import Method
from kibitz.learn.xla import jax, jnp

__all__ = ["loss", "method", "wanted"]


def method(settings: Settings) -> Method:
    """Deep Q-learning by self-play."""
    return Method(("q",), loss, partial(SelfPlay, horizon=settings.horizon))


def loss(parameters: Parameters, target: Parameters, batch: Batch) -> Array:
    """How far the network is from what it is moved towards."""
    said = chosen(forward(parameters, batch["rows"])["q"], batch["actions"])
    return huber(said, jax.lax.stop_gradient(wanted(parameters, target, batch)))


def wanted(parameters: Parameters, target: Parameters, batch: Batch) -> Array:
    """The points up to the horizon, and the target's estimate of those after it. A batch in which
    nothing comes after it has no next rows: nobody need be asked about them."""
    if "next_rows" not in batch:
        return batch["rewards"]
    ahead = batch["next_rows"]
    best = masked(forward(parameters, ahead)["q"], batch["next_mask"]).argmax(axis=1)
    later = chosen(forward(target, ahead)["q"], best)
    return batch["rewards"] + jnp.where(batch["more"], later, 0.0)
