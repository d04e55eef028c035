"""The picture of a table that the README shows, taken anew: `python -m tests.browser.table.picture`."""

import base64
import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from tests.browser.reader import ROOT, browser
from tests.browser.table.guest import Guest
from tests.browser.table.house import house
from tests.browser.table.positions import save_where

PICTURE = ROOT / "docs" / "images" / "table.png"
WINDOW = {"width": 1265, "height": 890, "deviceScaleFactor": 1, "mobile": False}


def take(guest: Guest) -> bytes:
    """A battle: whoever is to fire is chosen, and the log tells how the dice fell before."""
    guest.visit("/")
    mine = {"sort": "person", "mine": True}
    save = save_where("fire", "franks", least=2)
    table = guest.open_save(save, {"franks": mine, "saracens": {"sort": "person"}})
    guest.window(WINDOW)
    guest.cdp("Emulation.setScrollbarsHidden", hidden=True)
    guest.sit(f"/tables/{table}/franks")
    guest.give("fire")
    guest.click(*next(thing for thing in guest.lit() if thing[0] == "block"))
    guest.until(guest.chosen)
    guest.run("scrollTo(0, 0); return new Promise((resolve) => setTimeout(resolve, 1000))")
    shot = base64.b64decode(guest.cdp("Page.captureScreenshot", format="png")["data"])
    packed = BytesIO()
    Image.open(BytesIO(shot)).convert("RGB").quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(
        packed, "PNG", optimize=True
    )
    return packed.getvalue()


if __name__ == "__main__":
    with TemporaryDirectory() as folder, house(Path(folder)) as served, browser() as driver:
        to = Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURE
        to.write_bytes(take(Guest(driver, served.address)))
