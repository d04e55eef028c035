"""A reader of the built site: one Chromium without a screen, on a page, wide or narrow, in the light or in the dark."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

from selenium.webdriver import Chrome, ChromeOptions, Keys
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "build" / "site"
PATIENCE = 60  # seconds, which only a crowded machine needs

WIDE = {"width": 1280, "height": 900, "deviceScaleFactor": 1, "mobile": False}
PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}


class Reader:
    """Opens pages of the site and looks at them."""

    def __init__(self, driver: Chrome, address: str) -> None:
        self.driver, self.address = driver, address

    # ---- where it is, and how the page looks ----
    def open(self, page: str) -> None:
        """Go to a page, with its anchor if there is one, and wait until it stands."""
        self.driver.get("about:blank")  # else only the anchor might change
        self.driver.get(self.address + page)
        self.settle()

    def settle(self) -> None:
        """Wait until the page is loaded and its scripts have run."""
        self.until(lambda: self.run("return document.readyState === 'complete'"))
        self.run("return document.fonts.ready.then(() => new Promise(requestAnimationFrame))")

    @property
    def page(self) -> str:
        """The page that is open, without its anchor."""
        return str(self.driver.current_url).removeprefix(self.address).partition("#")[0]

    def window(self, form: dict[str, Any]) -> None:
        """Look through a window of another form."""
        self.cdp("Emulation.setDeviceMetricsOverride", **form)
        self.cdp("Emulation.setTouchEmulationEnabled", enabled=form["mobile"])

    def prefer(self, scheme: str) -> None:
        """Have a system whose programs are light, or dark."""
        self.cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def speak(self, language: str) -> None:
        """Be somebody who reads a language."""
        agent = self.cdp("Browser.getVersion")["userAgent"]
        self.cdp("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage=language)

    @property
    def scheme(self) -> str:
        """The colours of the page: default is light, slate is dark."""
        return str(self.run("return document.body.getAttribute('data-md-color-scheme')"))

    def forget(self) -> None:
        """Be a new reader, with a wide window, in the light."""
        self.driver.get("about:blank")
        self.cdp("Storage.clearDataForOrigin", origin=self.address.rstrip("/"), storageTypes="all")
        self.window(WIDE)
        self.prefer("light")
        self.complaints()

    # ---- what it does ----
    def all(self, selector: str) -> list[WebElement]:
        """Everything on the page that fits a selector."""
        return list(self.driver.find_elements("css selector", selector))

    def one(self, selector: str) -> WebElement:
        """The only thing, or the first, that fits a selector."""
        return self.driver.find_element("css selector", selector)

    def press(self, *keys: str) -> None:
        """Press keys, whatever has the focus."""
        ActionChains(self.driver).send_keys(*keys).perform()

    def tab_to(self, selector: str, most: int = 500) -> WebElement:
        """Go from one thing to the next by the keyboard, until one fits a selector."""
        for _ in range(most):
            self.press(Keys.TAB)
            found = self.driver.switch_to.active_element
            if self.run("return arguments[0].matches(arguments[1])", found, selector):
                return found
        raise AssertionError(f"{most} steps of the keyboard do not reach {selector} on {self.page}")

    def until(self, holds: Callable[[], Any]) -> Any:
        """Wait until something holds, and say what it is."""
        return WebDriverWait(self.driver, PATIENCE, 0.05).until(lambda _: holds())

    def run(self, script: str, *arguments: object) -> Any:
        """What a script answers in the page."""
        return self.driver.execute_script(script, *arguments)

    def cdp(self, command: str, **parameters: Any) -> Any:
        """What the browser itself answers."""
        return self.driver.execute_cdp_cmd(command, parameters)

    def complaints(self) -> list[str]:
        """What went wrong since it was last asked: errors of scripts, and things not found or not of this site."""
        wrong = [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
        fetched = self.run("return performance.getEntriesByType('resource').map(entry => entry.name)")
        return wrong + [f"{name} is not of this site" for name in fetched if not name.startswith(self.address)]


@contextmanager
def reading(site: Path = SITE) -> Iterator[Reader]:
    """A reader of a built site, served for as long as he reads; he has no way to the network."""
    with served(site) as address, browser() as driver:
        yield Reader(driver, address)


@contextmanager
def browser() -> Iterator[Chrome]:
    """A browser that nobody has used before."""
    with TemporaryDirectory(prefix="crex-reader-", ignore_cleanup_errors=True) as home:
        driver = Chrome(_options(home), Service(_program("chromedriver")))
        try:
            driver.set_script_timeout(PATIENCE)
            yield driver
        finally:
            driver.quit()


@contextmanager
def served(site: Path) -> Iterator[str]:
    """The address of a built site, as long as it is served."""
    if not (site / "index.html").is_file():
        raise FileNotFoundError(f"there is no site in {site}: `make test-site` builds it first")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


class _Quiet(SimpleHTTPRequestHandler):
    """Serves files, and keeps it to itself."""

    def log_message(self, format: str, *args: object) -> None:
        pass


def _options(home: str) -> ChromeOptions:
    options = ChromeOptions()
    options.binary_location = _program("chromium")
    for word in (
        "headless=new",
        "no-sandbox",
        "disable-gpu",
        "disable-dev-shm-usage",
        "disable-background-networking",
        "disable-component-update",
        "disable-sync",
        "no-first-run",
        "lang=en",
        "force-color-profile=srgb",
        "window-size=1280,900",
        f"user-data-dir={home}",
        "host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    ):
        options.add_argument(f"--{word}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return options


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise FileNotFoundError(f"there is no {name} here: install Debian's packages chromium and chromium-driver")
    return found
