import { expect, test } from "vitest";
import { plainText, readableText } from "#lib/richtext/plain-text.ts";

test("the text of a paragraph is without the numbers of its notes, which would be part of a word", () => {
  const html =
    '<p>Ice<a href="#fn-1"><sup>1</sup></a> of <a href="#fnord">lakes</a> and <a href="/a/">rivers</a></p>';
  expect(plainText(html).trim()).toBe("Ice of lakes and rivers");
  expect(readableText(html)).toBe("Ice of lakes and rivers");
});
