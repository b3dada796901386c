import fc from "fast-check";
import { expect, test } from "vitest";
import { plainText } from "#lib/richtext/plain-text.ts";
import { wordsOf } from "#lib/search/words.ts";
import { anyText } from "#test/support/any-text.ts";

test.each<[string, readonly string[]]>([
  ["<p>one</p><p>two</p>", ["one", "two"]],
  ["one<br/>two<hr/>three", ["one", "two", "three"]],
  ["<ul><li>one</li><li>two</li></ul>", ["one", "two"]],
  ["<table><tr><td>one</td><td>two</td></tr></table>", ["one", "two"]],
  ["o<b>n</b>e <i>t</i>wo <a href='three'>fo</a>ur", ["one", "two", "four"]],
  ["se<wbr/>ven", ["seven"]],
  ["<x-y>one</x-y>two", ["one", "two"]],
  ["caf&eacute; &Uuml;ber &szlig; &Oslash;re", ["cafe", "uber", "ß", "øre"]],
  ["&#233;t&#xe9; &#99999999; &#x110000; &#xd800;", ["ete", "99999999"]],
  ["one&nbsp;two&mdash;three&amp;four&unknown;five", ["one", "two", "three", "four", "five"]],
  ["&constructor; &__proto__; &toString;", ["proto"]],
  ["one<!-- two --><script>three</script><style>four</style>", ["one"]],
  ["1 < 2 <", ["1", "2"]],
])("of %j are the words of %j", (stored, words) => {
  expect(wordsOf(plainText(stored))).toEqual(words);
});

test("of any text is a well-formed text, and of text without markup the text itself", () => {
  fc.assert(
    fc.property(anyText(), (stored) => {
      plainText(stored);
      const plain = stored.replace(/[<&]/g, "");
      expect(plainText(plain)).toBe(plain);
    }),
  );
});
