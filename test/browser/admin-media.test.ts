import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { applyDemo } from "#local/demo.ts";
import { makeAudio, makeImage, makeVideo } from "#test/support/media.ts";
import { cookiesOf } from "#test/support/session.ts";
import { useTable } from "#test/support/table.ts";
import { expectNoFaults } from "./looking.ts";
import { useServedSite } from "./served-site.ts";
import { cookiesIn } from "./shown-page.ts";

useTable();
const site = useServedSite();

beforeAll(async () => {
  await applyDemo();
  for (let index = 0; index < 130; index++)
    await makeImage({
      title: `Reed ${index}`,
      tags: index % 2 ? ["odd"] : [],
      description: "Reed in the wind",
    });
  await makeAudio({ title: "At night", tags: ["night"] });
  await makeVideo({ title: "A clip" });
}, 60_000);

/** A tab of somebody who has signed in. */
const tabOf = async (username = "ada"): Promise<Page> => {
  const context = await site.newProfile();
  await context.addCookies(cookiesIn(await cookiesOf(username), `${site.url}/`));
  return context.newPage();
};

const firstOf = async (page: Page, kind: string): Promise<number> => {
  const { results } = await (await page.request.get(`/api/editor/media/${kind}/`)).json();
  return results[0].id;
};

test.each([
  "/cms/media/",
  "/cms/media/?view=list",
  "/cms/media/?kind=audio",
  "/cms/media/?kind=video",
  "/cms/media/?search=nothing",
])("the section at %s fits into every window, complains of nothing, and axe finds nothing", async (path) => {
  const headers = { cookie: await cookiesOf("ada") };
  const name = `media${path.replace(/\W+/g, "-")}`;
  await site.showInEachWindow(path, name, headers, async ({ page, complaints }) => {
    await page.locator(".heading .quiet").getByText(/\d/).waitFor();
    await page.waitForLoadState("networkidle");
    expect(complaints.filter((text) => !text.includes("404"))).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    await expectNoFaults(page);
  });
});

test("an object of each kind", async () => {
  const page = await tabOf();
  for (const kind of ["images", "audios", "videos"]) {
    const id = await firstOf(page, kind);
    await page.goto("/cms/media/");
    await page.evaluate(
      `history.pushState(null, "", "/cms/${kind}/${id}/edit/"); dispatchEvent(new PopStateEvent("popstate"))`,
    );
    await page.getByRole("button", { name: "Save" }).waitFor();
    await page.waitForLoadState("networkidle");
    await page.screenshot({ path: `${import.meta.dirname}/.pictures/object-${kind}.png`, fullPage: true });
    await expectNoFaults(page);
  }
});
