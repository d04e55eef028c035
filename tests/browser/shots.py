"""Pictures of every sort of page, light and dark, narrow and wide: `python -m tests.browser.shots OUT`."""

import base64
import re
import sys
from pathlib import Path

from tests.browser.reader import PHONE, WIDE, Reader, reading
from tests.browser.sorts import SORTS

WINDOWS = {"phone": PHONE, "wide": WIDE}
SCHEMES = ("light", "dark")
LONGEST = 3000


def take(reader: Reader, out: Path) -> None:
    """Put all pictures into a folder, named by sort, window and colours; of a long page, its beginning."""
    out.mkdir(parents=True, exist_ok=True)
    for scheme in SCHEMES:
        for name, window in WINDOWS.items():
            reader.forget()
            reader.prefer(scheme)
            reader.window(window)
            for sort, page in SORTS.items():
                reader.open(page)
                height = min(reader.run("return document.documentElement.scrollHeight"), LONGEST)
                clip = {"x": 0, "y": 0, "width": window["width"], "height": height, "scale": 1}
                shot = reader.cdp("Page.captureScreenshot", clip=clip, captureBeyondViewport=True)
                file = f"{re.sub(r'[^a-z]+', '-', sort.lower())}-{name}-{scheme}.png"
                (out / file).write_bytes(base64.b64decode(shot["data"]))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Say where the pictures go: python -m tests.browser.shots OUT")
    with reading() as chromium:
        take(chromium, Path(sys.argv[1]))
