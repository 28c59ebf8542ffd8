"""A window of PySide6 with nothing in it: the floor that the package is measured against."""

import sys

from PySide6.QtWidgets import QApplication, QLabel

app = QApplication(sys.argv)
window = QLabel("bare")
window.setWindowTitle("bare")
window.show()
sys.exit(app.exec())
