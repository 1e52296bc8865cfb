"""A newcomer's first minutes: `papergram try`, and its page in a real browser."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect, sync_playwright

CHROMIUM = shutil.which("chromium")
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
PATIENCE = 30_000.0
pytestmark = [
    pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning"),
    pytest.mark.skipif(CHROMIUM is None, reason="NO CHROMIUM: the page was not tested in a browser"),
]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """`papergram try` in Chinese, started as a person starts it, ended by Ctrl-C."""
    folder = tmp_path_factory.mktemp("try")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PAPERGRAM_")}
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "bot", "try", "--port", port, "--no-browser"],
            stdout=subprocess.PIPE, stderr=log, text=True, cwd=folder,
            env=kept | {"PAPERGRAM_DB": str(folder / "papers.db"), "PAPERGRAM_LANGUAGE": "zh"},
        )  # fmt: skip
        try:
            yield printed(process, folder)
        finally:
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=20)
    assert process.returncode == 0
    assert "Traceback" not in (folder / "log").read_text()


def printed(process: subprocess.Popen[str], folder: Path) -> str:
    """The address that it prints for people."""
    assert process.stdout is not None
    for line in iter(process.stdout.readline, ""):
        if found := re.search(r"http://127\.0\.0\.1:\d+", line):
            return found[0]
    raise AssertionError((folder / "log").read_text())


@pytest.fixture(scope="module")
def page(address: str) -> Iterator[Page]:
    """One window onto the room; its console stays clean."""
    complaints: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        context = browser.new_context(viewport={"width": 1280, "height": 860}, locale="zh-CN")
        opened = context.new_page()
        opened.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        opened.on("pageerror", lambda error: complaints.append(str(error)))
        opened.goto(address)
        opened.get_by_test_id("chat-item").first.click()
        yield opened
        browser.close()
    expect.set_options(timeout=5_000)
    assert complaints == []


def say(page: Page, text: str) -> None:
    """Type a message and send it."""
    page.get_by_test_id("composer").fill(text)
    page.get_by_test_id("send").click()


def last(page: Page) -> Locator:
    """The newest bubble with its buttons."""
    return page.get_by_test_id("message").last


def tap(page: Page, label: str) -> None:
    """Press a button of the newest bubble."""
    last(page).get_by_role("button", name=label, exact=True).click()


def test_search_card_pages_and_back(page: Page) -> None:
    """/search 扩散, a number, back, the next page."""
    say(page, "/search 扩散")
    expect(last(page)).to_contain_text("扩散 · 共 10 篇")
    tap(page, "1")
    expect(last(page)).to_contain_text("论文英文标题")
    tap(page, "« 返回")
    expect(last(page)).to_contain_text("扩散 · 共 10 篇")
    tap(page, "›")
    expect(last(page)).to_contain_text("10. ")


def test_subscribe_and_get_the_paper(page: Page) -> None:
    """The group follows a topic; the clock jumps to nine; the paper is there, with its reason."""
    say(page, "/subscribe 扩散模型")
    expect(last(page)).to_contain_text("扩散模型")
    tap(page, "给本群")
    expect(last(page)).to_contain_text("订阅好了")
    page.get_by_test_id("panel-toggle").click()
    page.get_by_test_id("tab-clock").click()
    page.get_by_test_id("clock-zone").select_option("Asia/Shanghai")
    page.get_by_test_id("clock-hour").fill("09:00")
    page.get_by_test_id("clock-jump").click()
    expect(last(page)).to_contain_text("今日论文")
    expect(last(page)).to_contain_text("扩散模型")


def test_the_private_chat_starts_with_a_button(page: Page) -> None:
    """The bot's own chat begins by Start, and answers plain text."""
    page.get_by_test_id("chat-item").filter(has_text="点此开始").click()
    page.get_by_test_id("start").click()
    expect(last(page)).to_contain_text("Papergram")
    say(page, "protien desing")
    expect(last(page)).to_contain_text("protein design")
