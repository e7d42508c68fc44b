"""Dracula's road in words: a night each, with what he hid there."""

from collections import Counter

from client.board.marks import RoadStep
from client.words.words import Words
from client.worker.record_values import RoadStop


def stop_words(words: Words, stop: RoadStop) -> str:
    """One night: where he was, by which power, what he hid, and whether it was found."""
    place = words.place(stop.place) if stop.place else words.say("end.unknown-place")
    night = words.say("end.night", number=stop.number, place=place)
    said: list[str] = []
    if stop.power is not None:
        said.append(words.card(stop.power).name)
    counted = Counter(words.card(card).name for card in stop.hidden)
    hidden = [
        name if count == 1 else words.say("replay.several", name=name, count=count)
        for name, count in counted.items()
    ]
    if stop.unknown:
        hidden.append(words.say("end.unknown-cards", count=stop.unknown))
    if hidden:
        said.append(words.say("end.hidden", what=words.listed(hidden)))
    if stop.rumor:
        said.append(words.say("panel.rumor"))
    if stop.was_found:
        said.append(words.say("end.found"))
    # Marks that may end a line: a night is often longer than one.
    return words.say("end.night-more", night=night, what="; ".join(said)) if said else night


def road_steps(stops: tuple[RoadStop, ...]) -> list[RoadStep]:
    """The road as the map draws it; what was never opened is left out."""
    return [(stop.place, str(stop.number)) for stop in stops if stop.place]
