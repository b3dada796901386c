import { expect, test } from "vitest";
import { withPageLinks } from "#lib/richtext/links.ts";

const ids: Readonly<Record<string, string>> = { "/home/x": "17", "9": "/home/y" };
const replaced = (html: string) => withPageLinks(html, (id) => ids[id]);

test.each([
  ['<a linktype="page" id="/home/x">x</a>', '<a linktype="page" id="17">x</a>'],
  ["<p><A ID='/home/x' x LinkType='page'>x</A></p>", "<p><A ID='17' x LinkType='page'>x</A></p>"],
  ["<a id = /home/x linktype=page>", "<a id = 17 linktype=page>"],
  [
    '<a\nhref=""\tlinktype="page" id="9" id="/home/x"/>',
    '<a\nhref=""\tlinktype="page" id="/home/y" id="/home/x"/>',
  ],
  [
    '<!-- <a linktype="page" id="9"> --><a id="9" title=">" linktype="page"><b>é</b></a> <a linktype="page" id="9">',
    '<!-- <a linktype="page" id="9"> --><a id="/home/y" title=">" linktype="page"><b>é</b></a> <a linktype="page" id="/home/y">',
  ],
])("the ids of links to pages are replaced, and nothing else: %s", (html, expected) => {
  expect(replaced(html)).toBe(expected);
});

test.each([
  '<a linktype="page" id="8">another id</a>',
  '<a linktype="page" href="/x" id="9">an address wins</a>',
  '<a linktype="document" id="9">d</a><a id="9">no link</a><a linktype="page">no id</a>',
  '<b linktype="page" id="9">no a</b> <abbr linktype="page" id="9">',
  '<a linktype="page" id="9" unfinished',
  "linktype = 9",
])("what names no page that is known stays as it is: %s", (html) => {
  expect(replaced(html)).toBe(html);
});
