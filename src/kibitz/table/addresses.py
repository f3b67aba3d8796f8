"""Where other computers find this one: the addresses that an invitation can name."""

from __future__ import annotations

import ipaddress
import socket

__all__ = ["addresses", "is_local", "page_at"]

ANYWHERE = ("0.0.0.0", "::", "")
"""What a server listens to that listens to all networks of its machine."""
FAR = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses that nobody has: nothing is sent there, but the system says from where it would be."""


def addresses(host: str, port: int) -> list[str]:
    """The pages others on the network can open, the likeliest first; none if the server is for this
    computer only.

    >>> addresses("127.0.0.1", 8017), addresses("192.168.1.5", 8017)
    ([], ['http://192.168.1.5:8017/'])
    """
    if is_local(host):
        return []
    if host not in ANYWHERE:
        return [page_at(host, port)]
    families = [socket.AF_INET, socket.AF_INET6] if host == "::" else [socket.AF_INET]
    found = dict.fromkeys(one for family in families for one in _own(family) if _is_of_use(one))
    return [page_at(one, port) for one in found]


def is_local(host: str) -> bool:
    """Whether only programs on this computer can reach it.

    >>> [is_local(host) for host in ("localhost", "127.0.0.1", "::1", "0.0.0.0", "10.0.0.7")]
    [True, True, True, False, False]
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def page_at(host: str, port: int) -> str:
    """The page of a server, as its own computer or another opens it.

    >>> page_at("0.0.0.0", 8017), page_at("fe80::2", 80)
    ('http://127.0.0.1:8017/', 'http://[fe80::2]:80/')
    """
    name = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"


def _own(family: socket.AddressFamily) -> list[str]:
    """The address from which this computer reaches others; if it has no way out, all it has."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((FAR[family], 9))
            return [str(probe.getsockname()[0])]
    except OSError:
        pass
    try:  # only now: whoever is asked for a name may take seconds to answer
        found = socket.getaddrinfo(socket.gethostname(), None, family)
    except OSError:
        return []
    return [str(place[0]) for *_, place in found]


def _is_of_use(address: str) -> bool:
    """Whether others can use an address as it is."""
    try:
        read = ipaddress.ip_address(address)
    except ValueError:  # `fe80::1%eth0`: good on this computer only
        return False
    return not (read.is_loopback or read.is_link_local or read.is_unspecified)
