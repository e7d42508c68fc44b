"""The paper itself: grain, stains and folds, as factors that lighten and darken a picture."""

import numpy as np
from map_maker.atlas import HEIGHT, WIDTH
from numpy.typing import NDArray
from PySide6.QtGui import QImage

_SEED = 1897


def _value_noise(random: np.random.Generator, cell: int) -> NDArray[np.float32]:
    """Smooth noise whose bumps are about this many pixels wide, between -1 and 1."""
    rows, columns = HEIGHT // cell + 3, WIDTH // cell + 3
    knots = random.uniform(-1, 1, (rows, columns)).astype(np.float32)
    y = np.arange(HEIGHT, dtype=np.float32) / cell
    x = np.arange(WIDTH, dtype=np.float32) / cell
    row, column = y.astype(int), x.astype(int)
    down = (y - row)[:, None]
    across = (x - column)[None, :]
    down, across = down * down * (3 - 2 * down), across * across * (3 - 2 * across)
    top = knots[row][:, column] * (1 - across) + knots[row][:, column + 1] * across
    bottom = knots[row + 1][:, column] * (1 - across) + knots[row + 1][:, column + 1] * across
    return np.asarray(top * (1 - down) + bottom * down, dtype=np.float32)


def paper_factors() -> NDArray[np.float32]:
    """How light the paper is at every pixel, around one."""
    random = np.random.default_rng(_SEED)
    clouds = sum(
        _value_noise(random, cell) * weight
        for cell, weight in ((420, 0.030), (150, 0.022), (48, 0.012), (14, 0.008))
    )
    grain = random.normal(0, 0.006, (HEIGHT, WIDTH)).astype(np.float32)
    fibres = _value_noise(random, 3) * 0.006
    return np.asarray(1 + clouds + grain + fibres + _folds(), dtype=np.float32)


def _folds() -> NDArray[np.float32]:
    """The sheet was folded in four by three: a light ridge with a shade on one side of it."""
    x = np.arange(WIDTH, dtype=np.float32)
    y = np.arange(HEIGHT, dtype=np.float32)

    def ridge(at: NDArray[np.float32], where: float) -> NDArray[np.float32]:
        away = at - where
        light = 0.030 * np.exp(-((away / 3) ** 2))
        shade = -0.035 * np.exp(-(((away - 9) / 14) ** 2))
        return np.asarray(light + shade, dtype=np.float32)

    down = sum(ridge(x, WIDTH * part) for part in (0.25, 0.5, 0.75))
    across = sum(ridge(y, HEIGHT * part) for part in (1 / 3, 2 / 3))
    return np.asarray(np.asarray(down)[None, :] + np.asarray(across)[:, None], dtype=np.float32)


def age(image: QImage, factors: NDArray[np.float32], edge: tuple[int, int, int]) -> QImage:
    """Lay the paper's light and shade over a finished picture, darker toward its rim."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(image.bits(), dtype=np.uint8).reshape(HEIGHT, WIDTH, 4)
    y = np.linspace(-1, 1, HEIGHT, dtype=np.float32)[:, None]
    x = np.linspace(-1, 1, WIDTH, dtype=np.float32)[None, :]
    rim = np.clip((x**4 + y**4) * 0.30, 0, 0.42)[:, :, None]
    colour = pixels[:, :, :3].astype(np.float32) * factors[:, :, None]
    colour = colour * (1 - rim) + np.array(edge[::-1], dtype=np.float32) * rim
    aged = np.empty((HEIGHT, WIDTH, 4), dtype=np.uint8)
    aged[:, :, :3] = np.clip(colour, 0, 255).astype(np.uint8)
    aged[:, :, 3] = 255
    return QImage(aged.tobytes(), WIDTH, HEIGHT, WIDTH * 4, QImage.Format.Format_RGB32).copy()
