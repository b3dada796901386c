import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { applyDemo } from "#local/demo.ts";
import { useClock } from "#test/support/clock.ts";
import { useTable } from "#test/support/table.ts";
import { useServedSite } from "./served-site.ts";

useTable();
const site = useServedSite();
/** People take longer to write than programs. */
const later = useClock();

/** What `npm start` prints for the editor. */
let password: string;

beforeAll(async () => {
  process.env.SITE_COMMENTS_ENABLED = "true";
  ({
    passwords: { ada: password = "" },
  } = await applyDemo());
});

/** Opens a page in a profile of its own. */
const open = (path: string): Promise<Page> => site.open(path);

/** Sends the form or follows the link, and waits for the page that it leads to. */
const go = (page: Page, selector: string) => Promise.all([page.waitForEvent("load"), page.click(selector)]);

const titles = (page: Page) => page.locator("article h2").allTextContents();

describe("a reader", () => {
  test("finds a post by a category, by words, and reads it", async () => {
    const page = await open("/notes/");
    expect(await titles(page)).toHaveLength(3);
    await go(page, "nav.facets >> text=Insects and spiders");
    expect(await titles(page)).toEqual(["An evening at the sheet"]);
    await go(page, "[aria-label='Insects and spiders: remove']");
    await page.fill(".narrowing [name=search]", "thaw");
    await go(page, "form.narrowing button");
    expect(await titles(page)).toEqual(["A winter on the gauge board"]);
    await go(page, "article h2 a");
    expect(await page.locator("h1").textContent()).toBe("A winter on the gauge board");
    expect(await page.locator("blockquote, pre, img[alt]").count()).toBeGreaterThan(3);
  });

  test("chooses a theme at the foot of a page, and keeps it on the next", async () => {
    const page = await open("/notes/");
    const font = () => page.evaluate("getComputedStyle(document.body).fontFamily");
    const before = await font();
    expect(await page.locator(".themes select").inputValue()).toBe("plain");
    await page.selectOption(".themes select", "podcast");
    await go(page, ".themes button");
    expect(new URL(page.url()).pathname).toBe("/notes/");
    expect(await font()).not.toBe(before);
    await go(page, "header.site a");
    expect(await page.locator(".themes select").inputValue()).toBe("podcast");
  });
});

describe("a visitor who comments", () => {
  const post = "/notes/the-gauge-board/";

  const fill = async (page: Page, text: string): Promise<void> => {
    await page.fill("[name=name]", "Sam");
    await page.fill("[name=email]", "sam@example.org");
    await page.fill("[name=text]", text);
  };

  test("is told what is wrong, keeps what was typed, and learns that the comment waits", async () => {
    const page = await open(post);
    await go(page, "text=Write a comment");
    await fill(page, "Does it freeze every year?");
    await go(page, "form.comment button");
    expect(await page.locator("form.comment [role=alert]").textContent()).toContain("That was very quick.");
    expect(await page.inputValue("[name=text]")).toBe("Does it freeze every year?");
    later(10);
    await go(page, "form.comment button");
    expect(page.url()).toContain("?comment=waiting");
    expect(await page.locator("p.notice").textContent()).toContain("Your comment will appear here");
    expect(await page.locator("#comments").textContent()).not.toContain("Does it freeze every year?");
  });

  test("has to wait after five comments from the same address", async () => {
    const page = await open(`${post}?comment=new`);
    let refusal = "";
    for (let count = 0; count < 6 && refusal === ""; count++) {
      await page.goto(new URL(`${post}?comment=new`, page.url()).href);
      await fill(page, `Comment ${count}`);
      later(10);
      await go(page, "form.comment button");
      refusal = page.url().includes("waiting")
        ? ""
        : ((await page.locator("form.comment [role=alert]").textContent()) ?? "");
    }
    expect(refusal).toContain("too many comments from your address");
  });
});

describe("an editor", () => {
  test("signs in on the way to a draft, sees its state, and signs out", async () => {
    const page = await open("/cms/pages/4/view_draft/");
    expect(new URL(page.url()).pathname).toBe("/accounts/login/");
    await page.fill("[name=username]", "ada");
    await page.fill("[name=password]", "not that");
    await go(page, "main button");
    expect(await page.locator("[role=alert]").textContent()).toContain("Wrong username or password.");
    expect(await page.inputValue("[name=username]")).toBe("ada");
    await page.fill("[name=password]", password);
    await go(page, "main button");
    expect(new URL(page.url()).pathname).toBe("/cms/pages/4/view_draft/");
    expect(await page.locator("body").textContent()).toContain("Published, with a newer draft.");
    expect(await page.locator("h1").textContent()).toBe("How we count, and what we miss");
    await go(page, "text=Public page");
    expect(await page.locator("h1").textContent()).toBe("How we count");
    await go(page, ".account button");
    expect(await page.locator(".account").count()).toBe(0);
    await page.goto(new URL("/cms/pages/4/view_draft/", page.url()).href);
    expect(new URL(page.url()).pathname).toBe("/accounts/login/");
  });
});

describe("every page", () => {
  /** The pages that strangers reach by links, and those that none leads to. */
  const linkedPages = async (): Promise<readonly string[]> => {
    const found = new Set(["/", "/accounts/login/", "/no-such-page/", "/notes/the-gauge-board/?comment=new"]);
    for (const path of found) {
      const html = await (await fetch(site.url + path)).text();
      for (const [, link = ""] of html.matchAll(/<a [^>]*?href="([^"#]+)/g)) {
        const { origin, pathname, search } = new URL(link.replaceAll("&amp;", "&"), site.url);
        const isPage = origin === site.url && !/^\/(media|_feeds|api|_files)\//.test(pathname);
        // Of lists that are narrowed, those in one step: there are more of them than anybody needs.
        if (isPage && (search === "" || path === "/notes/")) found.add(pathname + search);
      }
    }
    return [...found];
  };

  test("asks this site only, is small, and lets nothing run that the site did not send", async () => {
    const page = await site.open("/");
    const foreign: string[] = [];
    const scripts = new Map<string, Promise<Buffer>>();
    page.on("request", (request) => {
      if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== site.url)
        foreign.push(request.url());
    });
    page.on("response", (response) => {
      if (response.request().resourceType() === "script") scripts.set(response.url(), response.body());
    });
    const paths = await linkedPages();
    expect(paths.length).toBeGreaterThan(15);
    for (const path of paths) {
      const response = await page.goto(site.url + path, { waitUntil: "load" });
      const html = (await response?.body()) ?? Buffer.alloc(0);
      expect(gzipSync(html).length, path).toBeLessThan(30 * 1024);
      const policy = response?.headers()["content-security-policy"] ?? "";
      expect(policy, path).toContain("default-src 'none'");
      expect(policy, path).not.toContain("unsafe");
      const inline = await page.locator("script:not([src]):not([type='application/ld+json'])").count();
      const handlers = /<[^>]+ on[a-z]+=|<[^>]+ style=|javascript:/.test(html.toString());
      expect([path, inline, handlers]).toEqual([path, 0, false]);
    }
    expect(foreign).toEqual([]);
    for (const [url, body] of scripts)
      expect([url, gzipSync(await body).length < 20 * 1024]).toEqual([url, true]);
  });
});
