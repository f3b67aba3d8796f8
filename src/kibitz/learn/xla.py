"""JAX, imported once, for one thread: https://docs.jax.dev

    from kibitz.learn.xla import jax, jnp, optax

The learner has one core; the others are the actors'. On a machine that is busy, a second thread in
the same step waits for the first more often than it helps. What a step computes depends on how it
is shared among threads, too: with one thread the same batches give the same weights. JAX reads its
options when it is first used, so this is done here, before anybody else does. `JAX_PLATFORMS` in
the environment is heeded; else the processor is used, even if there is a GPU.
"""

from __future__ import annotations

import os

from kibitz.errors import KibitzError

__all__ = ["jax", "jnp", "optax"]

ONE = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"


def _environment() -> dict[str, str | None]:
    """What JAX is to find there, as long as it looks."""
    flags = f"{os.environ.get('XLA_FLAGS', '')} {ONE}".strip()
    wanted = {"XLA_FLAGS": flags, "NPROC": "1"}
    if "JAX_PLATFORMS" not in os.environ:
        wanted["JAX_PLATFORMS"] = "cpu"
    before = {name: os.environ.get(name) for name in wanted}
    os.environ.update(wanted)
    return before


_before = _environment()
try:
    import jax
    import jax.numpy as jnp
    import optax  # type: ignore[import-untyped]

    jax.devices()
except ImportError:
    raise KibitzError(
        "JAX is not installed, and training needs it", 'pip install "kibitz[learn]"'
    ) from None
finally:
    for _name, _value in _before.items():
        if _value is None:
            del os.environ[_name]
        else:
            os.environ[_name] = _value
