import { join } from "node:path";
import { expect, test } from "vitest";
import { useAdminSite } from "./admin-site.ts";
import { pictures, views } from "./served-site.ts";

const site = useAdminSite();
const { tabOf, ask } = site;

test("somebody adds a soundbite to an episode", async () => {
  const { results } = await ask("GET", "/api/editor/pages/?type=site.Episode");
  const [{ id }] = results;
  const page = await tabOf();
  await page.setViewportSize({ width: 1280, height: 1000 });
  await page.goto(`/cms/pages/${id}/edit/`);
  await page.locator(".ProseMirror").first().waitFor();
  const details = page.getByRole("button", { name: "Details" });
  if (await details.isVisible()) await details.click();
  const bites = page.getByRole("group", { name: "Soundbites" });
  await bites.getByRole("button", { name: /Add/ }).click();
  await bites.getByLabel("Start").fill("73.5");
  await bites.getByLabel("Length").fill("60");
  await bites.getByLabel("Title").fill("The bittern");
  for (const { name, width, scheme } of views) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 1000 });
    await bites.scrollIntoViewIfNeeded();
    await page.screenshot({ path: join(pictures, `admin-soundbites-${name}.png`) });
  }
  await page.setViewportSize({ width: 1280, height: 1000 });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect
    .poll(async () => (await ask("GET", `/api/editor/episodes/${id}/`)).soundbites)
    .toEqual([{ start: 73.5, duration: 60, title: "The bittern" }]);
});
