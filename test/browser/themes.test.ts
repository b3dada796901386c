import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { createPreviewLink } from "#lib/actions/pages/preview-links.ts";
import { pageIdAt } from "#lib/manifest/stored/stored-state.ts";
import { previewLinkPaths } from "#lib/pages/addresses.ts";
import { builtInThemes } from "#lib/themes/theme-names.ts";
import { useTable } from "#test/support/table.ts";
import { pictures, useServedSite } from "./served-site.ts";
import { applyThemedSite } from "./themed-site.ts";

process.env.SITE_COMMENTS_ENABLED = "true";
process.env.SITE_POST_BODY_BLOCKS = JSON.stringify({
  sections: { overview: [], detail: ["sidenote"] },
  blocks: { sidenote: { type: "richtext" } },
});

useTable();
const site = useServedSite();
let tab: Page;

beforeAll(async () => {
  await applyThemedSite();
  pages.preview = await previewAddress();
  tab = await site.newTab();
  await mkdir(join(pictures, "themes"), { recursive: true });
});

const pages = {
  front: "/",
  blog: "/notes/",
  filters: "/notes/?search=water&category_facets=weather&date_after=2023-02-01&o=visible_date",
  post: "/notes/gauge-2/",
  comments: "/notes/how-we-count/",
  "comment-form": "/notes/how-we-count/?comment=new",
  podcast: "/calls/",
  episode: "/calls/frogs-before-the-clocks/",
  subscribe: "/calls/subscribe/",
  "sign-in": "/accounts/login/",
  "not-found": "/no-such-page/",
  // Known when the site is there.
  preview: "",
};

/** Where a preview link shows a post with blocks of all kinds. */
const previewAddress = async (): Promise<string> => {
  const pageId = (await pageIdAt("/home/notes/gauge-2")) ?? 0;
  const chosen = { makerId: null, revisionId: null, expiresInSeconds: 3_600, permit: () => {} };
  const { link, key } = await createPreviewLink(pageId, chosen);
  return previewLinkPaths({ pageId, id: link.id }, key).path;
};

/** What axe-core finds; after a change of scheme and width, it looks at what these change. */
const faultsIn = (changed: boolean): Promise<readonly unknown[]> =>
  tab.evaluate(
    `axe.run({
      resultTypes: ["violations"],
      ...(${changed} ? { runOnly: ["color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size"] } : {}),
    }).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))]))`,
  );

/** What is wider than the window, unless it scrolls by itself. */
const overflowing = `[...document.querySelectorAll("body *")]
  .filter((element) => !element.closest("pre, .lines"))
  .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5)
  .map((element) => element.outerHTML.slice(0, 80))`;

const takePicture = async (name: string) => {
  // A window as high as the page loads every lazy image.
  const [width = 0, height = 0]: number[] = await tab.evaluate("[innerWidth, document.body.scrollHeight]");
  await tab.setViewportSize({ width, height });
  await tab.evaluate("Promise.all([...document.images].map((image) => image.decode().catch(() => {})))");
  await tab.screenshot({ path: join(pictures, "themes", `${name}.png`) });
};

const addressIn = (path: string, theme: string): string => {
  const { pathname, searchParams } = new URL(path, "https://site.invalid");
  searchParams.set("theme", theme);
  return `${pathname}?${searchParams}`;
};

describe.each(builtInThemes)("the theme $slug", ({ slug }) => {
  test.each(Object.keys(pages) as (keyof typeof pages)[])(
    "has a page %s that fits, without faults that axe-core finds",
    async (name) => {
      const views = [
        { scheme: "light", width: 1280 },
        { scheme: "dark", width: 360 },
      ] as const;
      await tab.goto(addressIn(pages[name], slug));
      expect(await tab.locator(".draft").count()).toBe(name === "preview" ? 1 : 0);
      await tab.evaluate(axe.source);
      for (const { scheme, width } of views) {
        await tab.emulateMedia({ colorScheme: scheme });
        await tab.setViewportSize({ width, height: 900 });
        expect([scheme, await faultsIn(scheme === "dark")]).toEqual([scheme, []]);
        await takePicture(`${slug}-${name}-${width}-${scheme}`);
      }
      for (const width of [360, 800, 1600]) {
        await tab.setViewportSize({ width, height: 900 });
        expect([width, await tab.evaluate(overflowing)]).toEqual([width, []]);
      }
    },
  );
});
