import fc from "fast-check";
import { expect, test } from "vitest";
import { escapeHtml } from "#lib/richtext/escape-html.ts";
import { readableText } from "#lib/richtext/plain-text.ts";
import { anyText } from "#test/support/any-text.ts";

test.each([
  ["<p>Reed &amp; water</p>", "Reed & water"],
  ["<p>1 &lt; 2 &gt; 0 &quot;yes&quot; &#233;&eacute;&hellip;</p>", '1 < 2 > 0 "yes" éé…'],
  ["<p>One <b>marsh</b> sound</p><p>at a time</p>", "One marsh sound at a time"],
  ["<p>o<i>n</i>e<br/>two&nbsp;three</p>", "one two three"],
  ["<ul><li>one</li>\n<li>two</li></ul>", "one two"],
  ["<p>&amp;lt;</p>", "&lt;"],
  ["<p> </p>", ""],
])("of %j people read %j", (stored, read) => {
  expect(readableText(stored)).toBe(read);
});

test("of any text that was written as HTML is that text, with single spaces", () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      expect(readableText(escapeHtml(text))).toBe(text.replace(/\s+/g, " ").trim());
    }),
  );
});
