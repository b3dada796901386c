import fc from "fast-check";
import { anyText } from "#test/support/any-text.ts";

/** Texts that would break out of an element; never blank, because blank text is often left out. */
export const hostileText: fc.Arbitrary<string> = fc
  .oneof(
    anyText({ minLength: 1 }),
    fc.constantFrom(
      "</title><script>",
      '"><img src=x onerror=x>',
      "'><b>",
      "</style>",
      "<!--",
      "]]>",
      "&lt;b&gt;",
    ),
    fc.string({ unit: fc.constantFrom(..."<>\"'&/=! ab"), minLength: 1 }),
  )
  .filter((text) => text.trim() !== "");

/** The elements of HTML with their attribute names, in order. */
export const skeletonOf = (html: string): string[] =>
  [...html.matchAll(/<[!/a-z](?:"[^"]*"|[^">])*>/gi)].map(([tag]) => tag.replace(/"[^"]*"/g, '""'));
