"""The program's picture in every size and container that systems ask for, out of its SVG."""

from __future__ import annotations

import os
import struct
from pathlib import Path

SIZES = (16, 22, 24, 32, 48, 64, 96, 128, 256, 512)
"""Pixels, as the hicolor theme has folders."""
ICO_SIZES = (16, 24, 32, 48, 64, 256)
ICNS_TYPES = {"icp4": 16, "icp5": 32, "ic07": 128, "ic08": 256, "ic09": 512, "ic10": 1024}


def png(svg: Path, size: int) -> bytes:
    """The picture as PNG, `size` pixels wide and high."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QBuffer, QIODevice
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    renderer = QSvgRenderer(str(svg))
    if not renderer.isValid():
        raise SystemExit(f"{svg} is no SVG")
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return bytes(buffer.data().data())


def ico(svg: Path) -> bytes:
    """Windows' container: a directory of PNGs."""
    pictures = [(size, png(svg, size)) for size in ICO_SIZES]
    entries, offset = [], 6 + 16 * len(pictures)
    for size, data in pictures:
        side = size % 256  # 256 is written as 0
        entries.append(struct.pack("<BBBBHHII", side, side, 0, 0, 1, 32, len(data), offset))
        offset += len(data)
    return b"".join(
        (struct.pack("<HHH", 0, 1, len(pictures)), *entries, *(data for _, data in pictures))
    )


def icns(svg: Path) -> bytes:
    """The Mac's container: PNGs, each behind its type and length."""
    parts = []
    for kind, size in ICNS_TYPES.items():
        data = png(svg, size)
        parts.append(kind.encode() + struct.pack(">I", len(data) + 8) + data)
    body = b"".join(parts)
    return b"icns" + struct.pack(">I", len(body) + 8) + body
