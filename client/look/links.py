"""Links in labels: Qt gives them a blue of its own, which no palette of ours has."""

from client.look.palette import Palette


def link(target: str, words: str, palette: Palette) -> str:
    """Words that lead somewhere, in the colour of what can be pressed."""
    return f'<a href="{target}" style="color: {palette.accent.name()}">{words}</a>'
