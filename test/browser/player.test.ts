import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { applyDemo } from "#local/demo.ts";
import { useTable } from "#test/support/table.ts";
import { expectNoFaults, until } from "./looking.ts";
import { useServedSite, views } from "./served-site.ts";

useTable();
const site = useServedSite();

const episode = "/calls/frogs-before-the-clocks/";
beforeAll(async () => {
  await applyDemo();
});

const wide = { width: 1280, scheme: "light", headers: {} } as const;

const open = async (picture: string, path = episode) => {
  const { page, complaints } = await site.show(path, picture, wide);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  return { page, complaints };
};

const secondsOf = (page: Page): Promise<number> =>
  page.evaluate("document.querySelector('audio').currentTime");

const isPaused = (page: Page): Promise<boolean> => page.evaluate("document.querySelector('audio').paused");

const textOf = (page: Page, selector: string): Promise<string | null> => page.textContent(selector);

const playing = (from: number) =>
  `!document.querySelector('audio').paused && document.querySelector('audio').currentTime > ${from}`;

describe.each(views)("the player, $name", ({ name, ...view }) => {
  test("has no fault that axe-core finds, and fits, with all its parts open", async () => {
    const { page, complaints } = await site.show(episode, `player-${name}`, { ...view, headers: {} });
    for (const summary of await page.$$("figure.audio summary")) await summary.click();
    await until(page, "document.querySelector('.lines.following')");
    await page.click(".player .play");
    await until(page, "document.querySelector('.lines [aria-current]')");
    await expectNoFaults(page);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(view.width);
    expect(complaints).toEqual([]);
    await page.screenshot({ path: `test/browser/.pictures/player-open-${name}.png`, fullPage: true });
  });
});

test.each([360, 1600])("the player fits into %i pixels", async (width) => {
  const { page } = await site.show(episode, `player-${width}`, { ...wide, width });
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
});

describe("a listener", () => {
  test("plays and pauses", async () => {
    const { page, complaints } = await open("player-play");
    expect(await isPaused(page)).toBe(true);
    await page.click("button[aria-label=Play]");
    await until(page, playing(0.2));
    await page.click("button[aria-label=Pause]");
    expect(await isPaused(page)).toBe(true);
    expect(complaints).toEqual([]);
  });

  test("jumps to a chapter, which is marked while it is heard", async () => {
    const { page } = await open("player-chapter");
    await page.click(".chapters summary");
    await page.click("text=The near bank answers");
    await until(page, playing(14));
    expect(await textOf(page, ".chapters [aria-current]")).toBe("0:14 The near bank answers");
    expect(page.url()).toContain(episode);
  });

  test("reads along: the line that is said is marked, and a click on a line leads to it", async () => {
    const { page } = await open("player-transcript");
    await page.click(".transcript summary");
    // Until the script has made the lines its own, clicks on them do nothing.
    await until(page, "document.querySelector('.lines.following')");
    await page.click("text=And they sink again");
    await until(page, playing(26));
    expect(await textOf(page, ".lines [aria-current]")).toBe("And they sink again, because we moved.");
    await page.click(".lines a >> text=0:14");
    await until(
      page,
      "document.querySelector('.lines [aria-current]').textContent.startsWith('Now the near')",
    );
    expect(await textOf(page, ".lines p:nth-child(2)")).toContain("Bo:");
  });

  test("has the transcript scroll along, until they scroll themselves", async () => {
    const { page } = await open("player-scroll");
    await page.click(".transcript summary");
    await until(page, "document.querySelector('.lines.following')");
    // Three lines would not need to scroll.
    await page.evaluate(`(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(".transcript .lines { max-height: 2.5rem }");
      document.adoptedStyleSheets = [sheet];
    })()`);
    const scrolled = (): Promise<number> => page.evaluate("document.querySelector('.lines').scrollTop");
    const seekTo = (label: string) => page.click(`.chapters >> text=${label}`);
    await page.click(".chapters summary");
    await seekTo("Silence");
    await until(page, "document.querySelector('.lines').scrollTop > 0");
    await page.hover(".lines");
    await page.mouse.wheel(0, -1000);
    await until(page, "document.querySelector('.lines').scrollTop === 0");
    expect(await page.isChecked(".follow input")).toBe(false);
    await seekTo("The near bank answers");
    await until(page, "document.querySelector('.lines [aria-current]').textContent.startsWith('Now')");
    expect(await scrolled()).toBe(0);
  });

  test("skips, and never beyond the ends", async () => {
    const { page } = await open("player-skip");
    const time = () => textOf(page, ".player .time");
    await page.click("button[aria-label='Forward 30 seconds']");
    expect(await time()).toBe("0:30 / 0:40");
    await page.click("button[aria-label='Forward 30 seconds']");
    expect(await time()).toBe("0:40 / 0:40");
    await page.click("button[aria-label='Back 15 seconds']");
    expect(await time()).toMatch(/^0:2[45] /);
    for (const _ of "twice") await page.click("button[aria-label='Back 15 seconds']");
    expect(await time()).toBe("0:00 / 0:40");
  });

  test("uses the keyboard alone", async () => {
    const { page } = await open("player-keyboard");
    await page.focus(".player .play");
    await page.keyboard.press("Enter");
    await until(page, playing(0.1));
    await page.keyboard.press("k");
    expect(await isPaused(page)).toBe(true);
    await page.keyboard.press("n");
    await until(page, "document.querySelector('audio').currentTime >= 14");
    expect(Math.floor(await secondsOf(page))).toBe(14);
    await page.keyboard.press("l");
    expect(await textOf(page, ".player .time")).toBe("0:40 / 0:40");
    await page.keyboard.press("p");
    expect(await textOf(page, ".player .time")).toBe("0:26 / 0:40");
    await page.keyboard.press("j");
    expect(await textOf(page, ".player .time")).toBe("0:11 / 0:40");
    await page.focus(".player .position");
    await page.keyboard.press("ArrowRight");
    expect(await textOf(page, ".player .time")).toBe("0:16 / 0:40");
    expect(await page.getAttribute(".player .position", "aria-valuetext")).toBe("0:16 of 0:40");
    await page.keyboard.press(">");
    expect(await page.inputValue(".player select")).toBe("1.25");
    await page.keyboard.press("m");
    expect(await textOf(page, ".player [role=status]")).toBe("Sound off");
  });

  test("reaches every control in the order in which it stands, and sees which has the focus", async () => {
    const { page } = await open("player-focus");
    await page.focus(".player .skip");
    const reached: string[] = [];
    for (let presses = 0; presses < 8; presses++) {
      const [label, outline]: [string, string] = await page.evaluate(`(() => {
        const { activeElement: element } = document;
        return [
          element.getAttribute("aria-label") ?? element.labels?.[0]?.firstChild.textContent.trim() ?? element.textContent,
          getComputedStyle(element).outlineStyle,
        ];
      })()`);
      expect([label, outline]).toEqual([label, "solid"]);
      reached.push(label);
      await page.keyboard.press("Tab");
    }
    expect(reached).toEqual([
      ...["Back 15 seconds", "Play", "Forward 30 seconds", "Position", "Speed", "Volume"],
      ...["Copy link to this moment", "Chapters"],
    ]);
  });

  test("goes on where they stopped, at the speed they chose, and from the beginning after the end", async () => {
    const { page } = await open("player-memory");
    await page.selectOption(".player select", "1.5");
    await page.click(".chapters summary");
    await page.click("text=The near bank answers");
    await until(page, playing(14.2));
    await page.click("button[aria-label=Pause]");
    const stopped = await secondsOf(page);
    await page.reload();
    expect(await textOf(page, ".player [role=status]")).toBe("Continues at 0:14.");
    expect(await page.inputValue(".player select")).toBe("1.5");
    await page.click("button[aria-label=Play]");
    await until(page, playing(stopped));
    expect(await page.evaluate("document.querySelector('audio').playbackRate")).toBe(1.5);
    expect(await secondsOf(page)).toBeLessThan(30);
    await page.click("button[aria-label='Forward 30 seconds']");
    await until(page, "document.querySelector('audio').ended");
    await page.reload();
    expect(await textOf(page, ".player .time")).toBe("0:00 / 0:40");
  });

  test("copies the link to a moment, which leads there", async () => {
    const { page } = await open("player-share");
    await page.click("button[aria-label='Forward 30 seconds']");
    await page.click("text=Copy link to this moment");
    await until(page, "document.querySelector('.player [role=status]').textContent.includes('copied')");
    const address: string = await page.evaluate("navigator.clipboard.readText()");
    expect(address).toMatch(/\/calls\/frogs-before-the-clocks\/\?t=30#audio_\d+$/);
    await page.click("button[aria-label='Back 15 seconds']");
    await page.goto(address);
    await until(page, "document.querySelector('.player .time')?.textContent === '0:30 / 0:40'");
    await page.goto("about:blank");
    await page.goto(address.replace(/\?.*/, "#t=12"));
    await until(page, "document.querySelector('.player .time')?.textContent === '0:12 / 0:40'");
  });

  test("learns that a recording cannot be played, and still has the page's transcript", async () => {
    const { page } = await open("player-failure");
    await page.route("**/media/**", (route) => route.abort());
    await page.route("**/api/**", (route) => route.abort());
    await page.click("button[aria-label=Play]");
    await until(
      page,
      "document.querySelector('.player [role=status]').textContent.includes('cannot be played')",
    );
    await page.click(".transcript summary");
    expect(await page.isVisible("text=Far off at first")).toBe(true);
    await page.unroute("**/media/**");
    await page.click("button[aria-label=Play]");
    await until(page, playing(0.1));
  });
});

test("a page that nobody plays asks the API for nothing", async () => {
  const { page } = await open("player-idle");
  const names: string[] = await page.evaluate(
    "performance.getEntriesByType('resource').map(({ name }) => name)",
  );
  expect(names.filter((name) => name.includes("/_scripts/player-"))).toHaveLength(1);
  expect(names.filter((name) => name.includes("/api/"))).toEqual([]);
});
