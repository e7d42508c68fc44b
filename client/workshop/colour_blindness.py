"""Simulates how pictures look to colour-blind people: three kinds, and grey for all of them.

The matrices are those of Machado, Oliveira and Fernandes (2009) at full strength, on linear light.
"""

from PySide6.QtGui import QImage

Matrix = tuple[tuple[float, float, float], ...]

KINDS: dict[str, Matrix] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def _linear(level: int) -> float:
    part = level / 255
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _level(light: float) -> int:
    light = min(1.0, max(0.0, light))
    part = light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return round(part * 255)


_LINEAR = tuple(_linear(level) for level in range(256))


def simulated(image: QImage, kind: str) -> QImage:
    """The picture as somebody with this kind of colour-blindness sees it."""
    made = image.convertToFormat(QImage.Format.Format_RGB888)
    matrix = KINDS[kind]
    kept: dict[tuple[int, int, int], bytes] = {}
    pixels = memoryview(made.bits()).cast("B")
    stride = made.bytesPerLine()
    for row in range(made.height()):
        for at in range(row * stride, row * stride + made.width() * 3, 3):
            colour = (pixels[at], pixels[at + 1], pixels[at + 2])
            seen = kept.get(colour)
            if seen is None:
                light = [_LINEAR[level] for level in colour]
                seen = bytes(
                    _level(sum(weight * part for weight, part in zip(line, light, strict=True)))
                    for line in matrix
                )
                kept[colour] = seen
            pixels[at : at + 3] = seen
    return made
