import { parseXml } from "@rgrove/parse-xml";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { element, emptyElement, parent, xmlDocument } from "#lib/feeds/xml.ts";
import { anyText } from "#test/support/any-text.ts";

/** The text of a document that is one element, as a strict parser reads it. */
const textBack = (text: string): string => parseXml(xmlDocument(element("title", text), "-- end -")).text;

const withoutImpossible = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what the pattern is for.
  text.toWellFormed().replace(/[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g, "");

describe("text in XML", () => {
  test.each([
    ["markup", `<b>&amp;"'</b>`],
    ["the end of a CDATA section", "a ]]> b"],
    ["an emoji, which is a surrogate pair", "🐸 frog"],
    ["line breaks of all kinds", "one\r\ntwo\rthree\nfour\tfive"],
  ])("comes back as it was: %s", (_, text) => {
    expect(textBack(text)).toBe(text);
    const { root } = parseXml(xmlDocument(emptyElement("a", { title: text }), ""));
    expect(root?.attributes.title).toBe(text);
  });

  test("loses the characters that XML cannot hold", () => {
    expect(textBack("a\0b\u0001c\u001fd\ufffee\uffff")).toBe("abcde");
    expect(textBack("half \ud83d of a pair")).toBe("half \ufffd of a pair");
  });

  test("is well-formed for 10,000 random titles", () => {
    const unit = fc.oneof(
      fc.constantFrom("<", ">", "&", "]]>", '"', "'", "\0", "\b", "\r", "\n", "😀", "\ud800", "\udfff"),
      anyText({ minLength: 1, maxLength: 1 }),
    );
    fc.assert(
      fc.property(fc.string({ unit }), (title) => {
        const document = xmlDocument(
          parent("feed", [element("title", title), emptyElement("a", { title })]),
          title,
        );
        const { root } = parseXml(document);
        expect(root?.text).toBe(`\n${withoutImpossible(title)}\n\n`);
      }),
      { numRuns: 10_000 },
    );
  });
});
