"""The colours the map is painted with, by day and by night."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Inks:
    """One set of colours; every drawing asks for them by what they are for."""

    name: str
    sea: str
    deep: str
    water_line: str
    land: str
    foreign: str  # land outside the seven regions
    shadow: str
    line: str  # coasts, hills, ornaments
    faint: str  # graticule and rhumb lines
    river: str
    washes: dict[str, str]
    wash_strength: float
    pattern: str
    pattern_strength: float
    road: str
    road_edge: str
    rail: str
    white: str
    yellow: str
    marker: str
    marker_edge: str
    red: str
    gold: str
    paper: str
    border: str
    region_name: str
    vignette: str
    multiplies: bool  # washes darken paper by day; by night they are laid over it


DAY = Inks(
    name="day",
    sea="#b9cfcb",
    deep="#93b1b4",
    water_line="#4d747c",
    land="#efe1c0",
    foreign="#e3d6b8",
    shadow="#3d2c1a",
    line="#3a2a1c",
    faint="#6f7f78",
    river="#5d8a96",
    washes={
        "brittanica": "#e39b86",
        "iberia": "#ecc56b",
        "gallia": "#a9b4cf",
        "germania": "#b5c486",
        "italia": "#8fbf9a",
        "austro_hungaria": "#e8b98a",
        "baltica": "#c79bb6",
    },
    wash_strength=0.72,
    pattern="#3a2a1c",
    pattern_strength=0.27,
    road="#a9713a",
    road_edge="#5b3a1c",
    rail="#2b211a",
    white="#fffaf0",
    yellow="#f2c230",
    marker="#fff7e3",
    marker_edge="#2b1d12",
    red="#8e1f1a",
    gold="#b9832a",
    paper="#f4e8cb",
    border="#5a2f24",
    region_name="#5a3a2a",
    vignette="#3d2408",
    multiplies=True,
)

NIGHT = Inks(
    name="night",
    sea="#1d2c45",
    deep="#131f36",
    water_line="#7f9cc4",
    land="#46506a",
    foreign="#353f57",
    shadow="#05070d",
    line="#0b101c",
    faint="#56688a",
    river="#16233c",
    washes={
        "brittanica": "#7d4a52",
        "iberia": "#7c6a3d",
        "gallia": "#4f6091",
        "germania": "#55703f",
        "italia": "#2f7061",
        "austro_hungaria": "#805a3c",
        "baltica": "#6b4a7d",
    },
    wash_strength=0.62,
    pattern="#dfe6f5",
    pattern_strength=0.19,
    road="#c79a63",
    road_edge="#1a1410",
    rail="#0a0c12",
    white="#eef2fb",
    yellow="#f0c33a",
    marker="#f4ecd6",
    marker_edge="#0a0d16",
    red="#c0453c",
    gold="#d2a24a",
    paper="#2a3350",
    border="#c9b78e",
    region_name="#c3cbe2",
    vignette="#02040a",
    multiplies=False,
)
