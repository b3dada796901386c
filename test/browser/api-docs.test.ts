import { expect, test } from "vitest";
import { openApiDocument } from "#lib/openapi/document.ts";
import { routes } from "#lib/routes/table.ts";
import { useTable } from "#test/support/table.ts";
import { until } from "./looking.ts";
import { useServedSite } from "./served-site.ts";

useTable();
const site = useServedSite();

test("the page of the API lists every tag, sends a request, and loads nothing from elsewhere", async () => {
  const page = await site.newTab();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("console", (message) => complaints.push(message.text()));
  await page.goto("/api/docs/");
  const { tags } = openApiDocument(routes);
  await until(page, `document.querySelectorAll(".opblock-tag").length === ${tags.length}`);
  await page.click("#operations-tag-api");
  await page.click("#operations-api-root .opblock-summary-control");
  await page.click("#operations-api-root .try-out__btn");
  await page.click("#operations-api-root .execute");
  await until(page, "document.querySelector('#operations-api-root .live-responses-table')");
  await page.screenshot({ path: "test/browser/.pictures/api-docs-tried.png", fullPage: true });
  expect(complaints).toEqual([]);
  expect(requests.filter((url) => !url.startsWith(site.url) && !url.startsWith("data:"))).toEqual([]);
});

test("the page of the API fits into every window", async () => {
  await site.showInEachWindow("/api/docs/", "api-docs", {}, async ({ page }, width) => {
    await until(page, "document.querySelectorAll('.opblock-tag').length > 10");
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
  });
});
