// Proves contract rules: home-text.

import { beforeEach, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { exportManifest } from "#lib/manifest/export.ts";
import { listPages } from "#lib/routes/pages.ts";
import { call } from "#test/support/call.ts";
import { useEmptyTable } from "#test/support/empty-table.ts";
import { visit } from "#test/support/site-pages.ts";

beforeEach(useEmptyTable);

const site = (introduction?: string) => ({
  version: 1,
  site: { name: "Marsh", rich_text_features: ["bold", "link", "ul"] },
  pages: [
    {
      ...{ type: "site.HomePage", slug: "home", title: "Home", ...(introduction && { introduction }) },
      children: [{ type: "site.Page", slug: "about", title: "About" }],
    },
  ],
});

const text = '<p>We <b>walk</b>. <a linktype="page" id="/home/about">More</a></p><script>x()</script>';

test("the home page shows its text above its lists, and loses it with the manifest", async () => {
  await applyManifest(site(text));
  const { text: html } = await visit("/");
  expect(html).toMatch(/<h1>Marsh<\/h1><div class="paragraph"><p>We <b>walk<\/b>\. <a href="\/about\/">More/);
  expect(html).not.toContain("x()");
  expect(await applyManifest(site(text))).toMatchObject({ created: 0, updated: 0 });
  const { body } = await call(listPages, { query: { type: "site.HomePage", fields: "_,introduction" } });
  expect(body.results).toEqual([{ introduction: expect.stringContaining("<b>walk</b>") }]);
  const { body: all } = await call(listPages, { query: { type: "site.HomePage", fields: "*" } });
  expect(all.results[0]).not.toHaveProperty("introduction");
  const { manifest } = await exportManifest();
  expect(JSON.stringify(manifest)).toContain('id=\\"/home/about\\"');
  await applyManifest(site());
  expect((await visit("/")).text).not.toContain("walk");
  expect(await applyManifest(site())).toMatchObject({ created: 0, updated: 0 });
});
