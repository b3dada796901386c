// Proves contract rules: rich-text-format.

import { expect, test } from "vitest";
import { writtenAs } from "#lib/surfaces/content/page-body.ts";

const stored = [
  '<p><a linktype="page" id="6">calls</a></p>',
  '<p><a linktype="document" id="1">list</a> <a linktype="page" id="7">gone</a></p>',
].join("");

const addressOf = (page: number) => (page === 6 ? "/calls/" : undefined);

test.each([
  [null, stored],
  ["db_html", stored],
  ["html", '<p><a href="/calls/">calls</a></p><p><a>list</a> <a>gone</a></p>'],
  ["db_markdown", "[calls](<page:6>)\n\n[list](<document:1>) [gone](<page:7>)"],
  ["markdown", "[calls](</calls/>)\n\nlist gone"],
] as const)("rich text wanted as %s", (format, written) => {
  expect(writtenAs(format, stored, addressOf)).toBe(written);
});
