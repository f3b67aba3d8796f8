"""`python -m kibitz` is `kibitz`."""

__all__ = ["main"]


def main() -> None:
    """Run the command line; Ctrl-C ends it without a word, also while it is being imported."""
    try:
        from kibitz.cli.main import main as run

        run()
    except KeyboardInterrupt:
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
