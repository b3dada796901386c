import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { adminScreens, openScreen, useEveryScreen } from "./admin-screens.ts";
import { metControl, tabTo } from "./by-keys.ts";
import { until } from "./looking.ts";

const { site, ids } = useEveryScreen();

const focused = async (page: Page) => (await metControl(page))?.name ?? "";

const press = async (page: Page, ...keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

const html = (page: Page) => page.locator(".te-text").evaluate((element) => element.innerHTML);

let posts = 0;

/** A post of one line in the editor, with the cursor in it. */
const opened = async (value: string) => {
  const { id } = await site.ask("POST", "/api/editor/posts/", {
    ...{ title: `Keys ${++posts}`, parent: { id: site.blog() } },
    overview: value === "" ? [] : [{ type: "paragraph", value }],
  });
  const page = await site.tabOf("grace");
  await page.goto(`/cms/pages/${id}/edit/`);
  await page.locator(".ProseMirror").waitFor();
  await page.locator(".ProseMirror").focus();
  await press(page, "Control+Home");
  return page;
};

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name }).waitFor();

/** Presses what the list of keys says, with the cursor before the word “wren”, and sees what follows. */
const keysInText: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  "/": async (page) => {
    await press(page, "End", "Enter", "/");
    await until(page, "document.querySelector('.te-block-menu:not([hidden])')");
  },
  "Ctrl+B": (page) => marks(page, "Control+b", "<b>wren</b>"),
  "Ctrl+I": (page) => marks(page, "Control+i", "<i>wren</i>"),
  "Ctrl+E": (page) => marks(page, "Control+e", "<code>wren</code>"),
  "Ctrl+K": async (page) => {
    await press(page, "Shift+End", "Control+k");
    await expect.poll(() => focused(page)).toBe("Address, or words of a page's title");
    await press(page, "Escape");
    expect(await focused(page)).toBe("Text");
  },
  "Ctrl+Alt+0": async (page) => {
    await press(page, "Control+Alt+2", "Control+Alt+0");
    await expect.poll(() => html(page)).toContain('<p dir="auto">wren');
  },
  "Ctrl+Alt+2": (page) => becomes(page, "Control+Alt+2", '<h2 dir="auto">wren'),
  "Ctrl+Alt+3": (page) => becomes(page, "Control+Alt+3", '<h3 dir="auto">wren'),
  "Ctrl+Shift+7": (page) => becomes(page, "Control+Shift+7", "<ol><li"),
  "Ctrl+Shift+8": (page) => becomes(page, "Control+Shift+8", "<ul><li"),
  "Ctrl+Shift+9": (page) => becomes(page, "Control+Shift+9", "<blockquote"),
  "Alt+↑ ↓": async (page) => {
    await press(page, "End", "Enter");
    await page.keyboard.type("rail");
    await press(page, "Alt+ArrowUp");
    await expect.poll(() => html(page)).toMatch(/rail.*wren/);
    await press(page, "Alt+ArrowDown");
    await expect.poll(() => html(page)).toMatch(/wren.*rail/);
  },
  "Alt+F10": async (page) => {
    await press(page, "Alt+F10");
    await expect.poll(() => focused(page)).toBe("Bold");
    await press(page, "Escape");
    expect(await focused(page)).toBe("Text");
  },
  Tab: async (page) => {
    await press(page, "Tab");
    expect(await focused(page)).toBe("Move up");
    await press(page, "Escape", "Control+Home");
    await page.keyboard.type("- ");
    await press(page, "End", "Enter", "Tab");
    await page.keyboard.type("nested");
    await expect.poll(() => html(page)).toMatch(/<ul>.*<ul>.*nested/);
  },
  "Esc Tab": async (page) => {
    await press(page, "Escape", "Shift+Tab");
    expect(await focused(page)).toBe("Title");
    await press(page, "Enter");
    expect(await focused(page)).toBe("Text");
    await press(page, "Escape", "Tab");
    expect(await page.evaluate("document.activeElement.closest('.text-editor')")).toBeNull();
  },
  "Ctrl+Z": async (page) => {
    await page.keyboard.type("x");
    await press(page, "Control+z");
    await expect.poll(() => html(page)).not.toContain("xwren");
    await press(page, "Control+Shift+z");
    await expect.poll(() => html(page)).toContain("xwren");
  },
};

const marks = (page: Page, key: string, made: string) =>
  press(page, "Shift+End").then(() => becomes(page, key, made));

const becomes = async (page: Page, key: string, made: string) => {
  await press(page, key);
  await expect.poll(() => html(page)).toContain(made);
};

const keysHere: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  "Ctrl+S": async (page) => {
    await page.keyboard.type("x");
    await press(page, "Control+s");
    await page.getByText("All saved").waitFor();
  },
  "Ctrl+Shift+Enter": async (page) => {
    await press(page, "Control+Shift+Enter");
    await expect.poll(() => focused(page)).toBe("Publish");
  },
  N: async (page) => {
    await tabTo(page, "Details", { back: true });
    await press(page, "n");
    await page.waitForURL(/\/pages\/new\/$/);
  },
  "Ctrl+K": async (page) => {
    await press(page, "Control+k");
    await dialog(page, "Go to, or do");
  },
  "?": async (page) => {
    await tabTo(page, "Details", { back: true });
    await press(page, "?");
    await dialog(page, "Keys");
  },
};

/** The keys that the list names, in its two parts. */
const listed = async (page: Page): Promise<readonly (readonly string[])[]> => {
  await tabTo(page, "Details", { back: true });
  await press(page, "?");
  await dialog(page, "Keys");
  const lists = await page.locator("dialog dl").all();
  const keys = await Promise.all(lists.map((list) => list.locator("kbd").allTextContents()));
  await page.context().close();
  return keys;
};

test("the list of keys has these, and no other", async () => {
  const [here, inText] = await listed(await opened("<p>wren</p>"));
  expect([...(here ?? [])].sort()).toEqual(Object.keys(keysHere).sort());
  expect([...(inText ?? [])].sort()).toEqual(Object.keys(keysInText).sort());
});

test.each(Object.keys(keysHere))("here, %s does what the list says", async (key) => {
  const page = await opened("<p>wren</p>");
  await keysHere[key]?.(page);
  await page.context().close();
});

test.each(Object.keys(keysInText))("in the text, %s does what the list says", async (key) => {
  const page = await opened("<p>wren</p>");
  await keysInText[key]?.(page);
  await page.context().close();
});

test("letters that are pressed on the buttons of a block leave no page", async () => {
  const page = await opened("<p>wren</p>");
  await press(page, "Tab", "n");
  expect(await focused(page)).toBe("Move up");
  expect(page.url()).toContain("/edit/");
  await page.context().close();
});

test("an end of the text that is a block is reached, and the list of blocks opens after it", async () => {
  const page = await site.tabOf("grace");
  await page.goto(`/cms/pages/${ids.post}/edit/`);
  await page.locator(".ProseMirror").waitFor();
  await page.locator(".ProseMirror").focus();
  await press(page, "Control+End");
  await until(page, "document.querySelector('.te-custom.ProseMirror-selectednode')");
  await page.keyboard.type("/Audio");
  await until(page, "document.querySelector('.te-block-menu [aria-selected=true]')?.textContent === 'Audio'");
  await press(page, "Escape", "Control+z", "Control+z");
  await page.context().close();
});

test("the menu of the account closes with Escape, and when one goes on", async () => {
  const page = await site.tabOf("grace");
  await page.goto("/cms/");
  const open = () => page.evaluate("document.querySelector('.account').open");
  await tabTo(page, "Account");
  await press(page, "Enter");
  await tabTo(page, "View site");
  await press(page, "Escape");
  expect([await open(), await focused(page)]).toEqual([false, "Account"]);
  await press(page, "Enter", "Shift+Tab");
  expect([await open(), await focused(page)]).toEqual([false, "Write"]);
  await page.context().close();
});

test("a button that was pressed has the focus again once its work is done", async () => {
  const page = await site.tabOf("grace");
  await page.goto("/cms/settings/settings/");
  await page.locator("form.thing").waitFor();
  await tabTo(page, "Name");
  await page.keyboard.type("Reed");
  await tabTo(page, "Save");
  await press(page, "Enter");
  await page.getByText("Saved.").waitFor();
  await expect.poll(() => focused(page)).toBe("Save");
  await page.context().close();
});

test.each(adminScreens.filter(({ opener }) => opener))(
  "$name closes with Escape, and the focus is on what opened it",
  async (screen) => {
    const page = await site.tabOf("grace");
    await openScreen(page, { ...screen, open: async () => {}, ready: async () => {} }, ids);
    const { name } = await tabTo(page, screen.opener ?? "");
    await press(page, "Enter");
    await screen.ready(page);
    await press(page, "Escape");
    await page.locator("dialog, .side, .te-form").waitFor({ state: "detached" });
    expect(await focused(page)).toBe(name);
    await page.context().close();
  },
);
