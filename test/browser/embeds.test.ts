// Proves contract rules: embeds.

import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { applyManifest } from "#lib/manifest/apply.ts";
import { demoEnvironment, demoManifest } from "#local/demo.ts";
import { useTable } from "#test/support/table.ts";
import { expectNoFaults } from "./looking.ts";
import { useServedSite, views } from "./served-site.ts";

useTable();
const site = useServedSite();

const film = "https://www.youtube.com/watch?v=M7lc1UVf-VE";

beforeAll(async () => {
  const manifest = parse(await readFile(demoManifest, "utf8"));
  Object.assign(manifest.site, {
    ready_blocks: [...(manifest.site.ready_blocks ?? []), "external_embed"],
    embed_hosts: ["youtube.com", "vimeo.com", "bsky.app"],
  });
  const [notes] = manifest.pages[0].children;
  notes.children.push({
    type: "site.Post",
    slug: "films",
    title: "Films",
    detail: [
      { type: "external_embed", value: { url: film, title: "The weir", image: { image: "heron" } } },
      { type: "external_embed", value: { url: "https://vimeo.com/76979871" } },
      { type: "external_embed", value: { url: "https://bsky.app/profile/did:plc:aaaa/post/3kbbbb" } },
    ],
  });
  const environment = demoEnvironment({
    token: "t".repeat(40),
    passwords: { ada: "reed and rush", bo: "rush and reed" },
  });
  await applyManifest(manifest, { environment, folder: dirname(demoManifest) });
});

/** Answers for all other hosts, and keeps what they are asked. */
const otherHosts = async (page: Page): Promise<string[]> => {
  const asked: string[] = [];
  await page.route(/^https:/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: "text/html", body: "<!doctype html><title>A film</title>" });
  });
  return asked;
};

const wide = { width: 1280, scheme: "light", headers: {} } as const;

describe.each(views)("$name", ({ name, ...view }) => {
  test("embeds have no fault that axe-core finds, and fit", async () => {
    const { page, complaints } = await site.show("/notes/films/", `embeds-${name}`, { ...view, headers: {} });
    await expectNoFaults(page);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(view.width);
    expect(complaints).toEqual([]);
    await page.close();
  });
});

test("a page with embeds asks no other host for anything until a reader presses a button", async () => {
  const { page, complaints } = await site.show("/notes/films/", "embeds", wide);
  const asked = await otherHosts(page);
  await page.reload({ waitUntil: "networkidle" });
  expect(await page.locator(".embed button").allTextContents()).toEqual([
    "The weirLoad from youtube.com",
    "Content of vimeo.comLoad from vimeo.com",
    "Content of bsky.appLoad from bsky.app",
  ]);
  expect(asked).toEqual([]);
  expect(complaints).toEqual([]);
});

test("the button is pressed by keyboard, and loads the frame of its embed alone", async () => {
  const { page, complaints } = await site.show("/notes/films/", "embeds", wide);
  const asked = await otherHosts(page);
  await page.focus(".embed button");
  await page.keyboard.press("Enter");
  await page.frameLocator(".embed iframe").locator("title").waitFor({ state: "attached" });
  expect(asked).toEqual(["https://www.youtube-nocookie.com/embed/M7lc1UVf-VE"]);
  const frame = page.locator(".embed iframe");
  expect(await frame.count()).toBe(1);
  expect(await frame.getAttribute("title")).toBe("The weir");
  expect(await frame.getAttribute("referrerpolicy")).toBe("strict-origin-when-cross-origin");
  expect(await frame.getAttribute("sandbox")).not.toContain("allow-top-navigation");
  expect(await page.evaluate("document.activeElement.localName")).toBe("iframe");
  expect(await page.locator(".embed button").count()).toBe(2);
  expect(complaints).toEqual([]);
});

test("the policy of the page keeps out frames of hosts that no embed of it has", async () => {
  const { page, complaints } = await site.show("/notes/films/", "embeds", wide);
  const asked = await otherHosts(page);
  await page.evaluate(
    "document.body.append(Object.assign(document.createElement('iframe'), { src: 'https://frames.example/' }))",
  );
  await expect.poll(() => complaints.join("\n")).toContain("Content Security Policy");
  expect(asked).toEqual([]);
});

test("without a script, an embed is its picture and a link", async () => {
  const { page } = await site.show("/notes/films/", "embeds-plain", { ...wide, hasScript: false });
  expect(await page.locator(".embed button, iframe").count()).toBe(0);
  expect(await page.locator(".embed img").count()).toBe(1);
  expect(await page.getByRole("link", { name: "The weir" }).getAttribute("href")).toBe(film);
});
