"""Bytes that are nearly right: what a broken or dishonest program might send."""

from hypothesis import strategies as st


@st.composite
def mutations(draw: st.DrawFn, content: bytes) -> bytes:
    """The content with up to four changes: bytes flipped, put in, taken out, moved or repeated."""
    for _ in range(draw(st.integers(1, 4))):
        content = draw(_mutation(content))
    return content


@st.composite
def _mutation(draw: st.DrawFn, content: bytes) -> bytes:
    start = draw(st.integers(0, len(content)))
    end = draw(st.integers(start, min(len(content), start + 40)))
    before, within, after = content[:start], content[start:end], content[end:]
    way = draw(st.sampled_from(("put", "take", "repeat", "flip", "cut")))
    if way == "put":
        return before + draw(st.binary(max_size=40)) + after
    if way == "take":
        return before + after
    if way == "repeat":
        return before + within + within + after
    if way == "flip":
        mask = draw(st.integers(1, 255))
        return before + bytes(byte ^ mask for byte in within) + after
    return before
