// Proves contract rules: link-schemes.

import { describe, expect, test } from "vitest";
import { mayBeLinked, runsScript } from "#lib/richtext/address-schemes.ts";
import { defaultFeatures } from "#lib/richtext/features.ts";
import { blocksFromMarkdown } from "#lib/richtext/markdown.ts";
import { pageHtml } from "#lib/richtext/page-html.ts";
import { richTextMarkdown } from "#lib/richtext/rich-text-markdown.ts";
import { sanitizeRichText } from "#lib/richtext/sanitize.ts";

/** Every control character, every white space of Unicode, and what cannot be seen. */
const hiding = [
  ...Array.from({ length: 33 }, (_, code) => code),
  ...Array.from({ length: 34 }, (_, index) => 0x7f + index),
  ...[0xad, 0x1680, 0x180e, 0x2028, 0x2029, 0x202f, 0x205f, 0x2060, 0x3000, 0xfeff, 0xfffd],
  ...Array.from({ length: 16 }, (_, index) => 0x2000 + index),
].map((code) => String.fromCharCode(code));

const named = hiding.map((character) => [character.charCodeAt(0).toString(16), character] as const);

describe.each(named)("an address with U+%s", (_, hidden) => {
  const script = ["", "java", "javascript", "javascript:"].map((start) => {
    return `${start}${hidden}${"javascript:alert(1)".slice(start.length)}`;
  });

  test("is judged without it", () => {
    expect(script.map(mayBeLinked)).toEqual([false, false, false, false]);
    expect(script.map(runsScript)).toEqual([true, true, true, true]);
    expect(mayBeLinked(`${hidden}https://x.y`)).toBe(true);
    expect(mayBeLinked(`ht${hidden}tps://x.y`)).toBe(true);
    expect(mayBeLinked(`/a${hidden}b:c`)).toBe(true);
  });

  test("is no link on any surface where it would run a script", () => {
    for (const address of script) {
      const reference = `&#${hidden.charCodeAt(0)};`;
      for (const written of [address, address.replace(hidden, reference)]) {
        const html = `<p><a href="${written}">l</a></p>`;
        expect(sanitizeRichText(html, defaultFeatures)).toEqual({ html: "<p>l</p>" });
        expect(pageHtml(html, () => undefined)).toBe("<p><a>l</a></p>");
        expect(richTextMarkdown(html, (target) => ("address" in target ? target.address : "?"))).toBe("l");
      }
      const read = JSON.stringify(blocksFromMarkdown(`[l](<${address}>)`, defaultFeatures));
      expect(read).not.toContain("href");
    }
  });
});

test.each([
  ["/x", true],
  ["x", true],
  ["#a:b", true],
  ["?a:b", true],
  ["//x.y:80/", true],
  ["", true],
  ["HTTPS://X.Y/", true],
  ["ftp://x.y", true],
  ["mailto:a@b.c", true],
  ["tel:+4930", true],
  ["sms:1", false],
  ["data:image/png;base64,AA", false],
  ["x<!-- -->:y", false],
  ["1:2", false],
])("%s may be linked: %s", (address, linked) => {
  expect(mayBeLinked(address)).toBe(linked);
});

test("an ampersand in a path without a slash is no colon", () => {
  const html = '<p><a href="a&amp;b">l</a></p>';
  expect(sanitizeRichText(html, defaultFeatures)).toEqual({ html });
  expect(pageHtml(html, () => undefined)).toBe(html);
});
