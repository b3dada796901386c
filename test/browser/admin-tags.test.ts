import { beforeAll, expect, test } from "vitest";
import { applyDemo } from "#local/demo.ts";
import { useTable } from "#test/support/table.ts";
import { browserOfUser } from "./admin-writing.ts";
import { expectNoFaults } from "./looking.ts";
import { useServedSite } from "./served-site.ts";

useTable();
const site = useServedSite();

beforeAll(async () => {
  await applyDemo();
});

test("several pages get a tag at once, and lose it; one that is locked says so and holds back no other", async () => {
  const page = await (await browserOfUser(site)).newPage();
  await page.goto("/cms/pages/");
  for (const title of ["The owl box", "An evening at the sheet"])
    await page.getByLabel(`Select ${title}`, { exact: true }).check();
  await page.getByLabel("Tag", { exact: true }).fill("night walks");
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Add the tag" }).click();
  await page.getByText("2 pages are done.").waitFor();
  const tagsOf = async (id: number) =>
    (await (await page.request.get(`/api/editor/posts/${id}/`)).json()).tags as string[];
  const { results } = await (await page.request.get("/api/editor/pages/?tag=night%20walks")).json();
  expect(results.map(({ title }: { title: string }) => title).sort()).toEqual([
    "An evening at the sheet",
    "The owl box",
  ]);
  const [one, other] = results as [{ id: number; title: string }, { id: number; title: string }];
  const locked = await page.evaluate(`(async () => {
    const csrf = document.cookie.match(/csrftoken=([^;]+)/)?.[1] ?? "";
    const answer = await fetch("/api/editor/posts/${one.id}/schedule/", {
      method: "PUT",
      headers: { "content-type": "application/json", "x-csrftoken": csrf },
      body: JSON.stringify({ publish_at: "2099-01-01T00:00:00Z" }),
    });
    return answer.status;
  })()`);
  expect(locked).toBe(200);
  for (const { title } of [one, other]) await page.getByLabel(`Select ${title}`, { exact: true }).check();
  await page.getByLabel("Tag", { exact: true }).fill("night walks");
  await page.getByRole("button", { name: "Take the tag away" }).click();
  await page.getByText("1 page is done.").waitFor();
  expect(await tagsOf(other.id)).not.toContain("night walks");
  expect(await tagsOf(one.id)).toContain("night walks");
  await page.context().close();
});
