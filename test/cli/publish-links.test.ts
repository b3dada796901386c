// Proves contract rules: headings.

import { expect, test } from "vitest";
import { linksAmong } from "#cli/publish/links.ts";
import { anchorsIn, type EditorSite } from "#cli/publish/plan.ts";
import type { PostSource } from "#cli/publish/source.ts";

const file = (name: string, body: string, isDraft = false): PostSource =>
  ({ file: `/posts/${name}`, body, bodyLine: 4, isDraft, post: { slug: name.slice(0, -3) } }) as PostSource;

const site = { rich_text_features: ["h2"], categories: [] } as unknown as EditorSite;

test("a link to a heading of another file leads to the id that it gets there; one to none is told", () => {
  const from = file("a.md", "");
  const other = file("other.md", "## A heading\n\n## Name\n\n## Pump {#own}\n", true);
  const linkTo = linksAmong([from, other], {
    addressOf: (slug) => `/notes/${slug}/`,
    anchorsOf: (source) => anchorsIn(source, site),
    draft: true,
    held: new Map([["/posts/held.md", "held"]]),
  })(from);
  expect(linkTo("other.md#a-heading")).toEqual({ address: "/notes/other/#a-heading" });
  expect(linkTo("other.md?x=1#name")).toEqual({ address: "/notes/other/?x=1#name-1" });
  expect(linkTo("other.md#own")).toEqual({ address: "/notes/other/#own" });
  expect(linkTo("other.md#")).toEqual({ address: "/notes/other/#" });
  expect(linkTo("other.md#a-headign")).toEqual({
    address: "/notes/other/#a-headign",
    warnings: ["There is no heading #a-headign in other.md; perhaps #a-heading is meant."],
  });
  expect(linkTo("held.md#any")).toMatchObject({ address: "/notes/held/#any" });
  expect(linkTo("#x")).toBeUndefined();
});
