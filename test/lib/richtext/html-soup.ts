import fc from "fast-check";
import { anyText } from "#test/support/any-text.ts";

const tags =
  "p h1 h2 h6 ul ol li b i strong em s sup sub code a br hr blockquote div span table tr td pre embed script style svg title textarea";
const attributes = fc.constantFrom(
  "",
  ' href="/x"',
  " href=javascript:alert(1)",
  ' href="https://x.y/?a&b"',
  ' linktype="page" id="1"',
  ' linktype="document"',
  ' data-block-key="k"',
  ' onclick="x()"',
  ' title="<b>"',
  ' a="',
  " /",
);
const tag = fc
  .tuple(
    fc.constantFrom("<", "</", "<", "</", "< "),
    fc.constantFrom(...tags.split(" ")),
    attributes,
    fc.constantFrom(">", ">", ">", "/>", ""),
  )
  .map((parts) => parts.join(""));
const text = fc.constantFrom(
  "a",
  " ",
  "\n",
  "b c ",
  " d",
  "\u00a0",
  "&amp;",
  "&lt;b&gt;",
  "&nbsp",
  "<",
  ">",
  "&",
  '"',
  "'",
  "<!--",
  "-->",
  "]]>",
  "\0",
);
/** Tags, attributes and texts in any order, whole and broken, as nobody would write them. */
export const htmlSoup = fc
  .array(fc.oneof({ weight: 3, arbitrary: tag }, { weight: 2, arbitrary: text }, anyText()), {
    maxLength: 40,
  })
  .map((parts) => parts.join(""));
