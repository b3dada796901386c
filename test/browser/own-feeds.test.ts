// Proves contract rules: private-feed-page.

import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { pageIdAt } from "#lib/manifest/stored/stored-state.ts";
import { builtInThemes } from "#lib/themes/theme-names.ts";
import { applyDemo } from "#local/demo.ts";
import { cookiesOf } from "#test/support/session.ts";
import { useTable } from "#test/support/table.ts";
import { expectNoFaults } from "./looking.ts";
import { pictures, useServedSite, views } from "./served-site.ts";
import { cookiesIn } from "./shown-page.ts";

useTable();
const site = useServedSite();

beforeAll(async () => {
  await applyDemo();
  await setPageProperties((await pageIdAt("/home/calls")) ?? 0, { restriction: { type: "login" } });
});

/** Looks at the page in each window, with nothing in it hidden. */
const lookAt = async (page: Page, name: string): Promise<void> => {
  for (const closed of await page.locator("details:not([open]) > summary").all()) await closed.click();
  for (const { name: view, width, scheme } of views) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    await expectNoFaults(page);
    await page.screenshot({ path: join(pictures, `own-feeds-${name}-${view}.png`), fullPage: true });
  }
};

test.each(builtInThemes)(
  "in the theme $slug, people make a feed, copy its address and revoke it, in every window",
  async ({ slug }) => {
    const page = await site.newTab();
    await page.context().addCookies(cookiesIn(await cookiesOf("ada"), site.url));
    await page.goto("/accounts/feeds/");
    await page.selectOption("[name=theme_slug]", slug);
    await Promise.all([page.waitForEvent("load"), page.click(".themes button")]);
    await lookAt(page, `${slug}-none`);
    await Promise.all([page.waitForEvent("load"), page.click("text=Make a feed")]);
    const address = await page.locator("textarea").first().inputValue();
    expect([page.url(), address]).toEqual([
      `${site.url}/accounts/feeds/`,
      expect.stringMatching(/\/_feeds\/private\/[0-9a-f]{40}\/episodes\.rss$/),
    ]);
    await lookAt(page, `${slug}-new`);
    await Promise.all([page.waitForEvent("load"), page.click("text=All your feeds")]);
    expect(await page.content()).not.toContain(address);
    await lookAt(page, `${slug}-one`);
    await Promise.all([page.waitForEvent("load"), page.click("text=Revoke this feed")]);
    expect([page.url(), await page.locator(".own details").count()]).toEqual([
      `${site.url}/accounts/feeds/?revoked=yes`,
      0,
    ]);
    await lookAt(page, `${slug}-revoked`);
    await page.goto("/calls/");
    await Promise.all([page.waitForEvent("load"), page.click("text=Get an address of your own")]);
    expect(new URL(page.url()).pathname).toBe("/accounts/feeds/");
    await page.close();
  },
);
