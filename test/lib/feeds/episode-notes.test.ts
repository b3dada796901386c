import fc from "fast-check";
import { expect, test } from "vitest";
import { episodeNotes } from "#lib/feeds/episode-notes.ts";

test.each([
  [
    "paragraphs, lists and links stay",
    '<p>On <a href="/a?b=1&amp;c=2" rel="x">ice</a> &amp; <b>snow</b></p><ul><li>one</li><li>two</li></ul>',
    '<p>On <a href="/a?b=1&amp;c=2">ice</a> &amp; snow</p><ul><li>one</li><li>two</li></ul>',
  ],
  ["headings are paragraphs", '<h2 id="a">Ice</h2><p>b<br/>c</p>', "<p>Ice</p><p>b<br/>c</p>"],
  ["quotes leave their text", "<blockquote><p>a</p></blockquote>", "<p>a</p>"],
  ["code is a paragraph", "<pre><code>a &lt; b</code></pre>", "<p>a &lt; b</p>"],
  [
    "pictures and players are left out with what is in them",
    '<figure><img src="/a.png"><figcaption>a</figcaption></figure><p>b</p><audio src="/c.mp3"><a href="/c.mp3">c</a></audio>',
    "<p>b</p>",
  ],
  ["nothing is nothing", '<p></p><figure><img src="/a.png"></figure>', ""],
])("%s", (_, html, expected) => {
  expect(episodeNotes(html)).toBe(expected);
});

test("what has no room is left out as a whole", () => {
  const paragraph = `<p>${"reed ".repeat(100)}</p>`;
  expect(episodeNotes(paragraph.repeat(20))).toBe(paragraph.repeat(7));
  expect(episodeNotes(`<p>${"reed ".repeat(1_000)}</p>`)).toBe("");
});

test("the notes of any markup are short, and have no other elements", () => {
  const part = fc.constantFrom(
    ...[
      "<p>",
      "</p>",
      "<ul>",
      "<li>",
      "</li>",
      "</ul>",
      "<figure>",
      "</figure>",
      '<a href="/x">',
      "</a>",
      "words ",
      "<b>",
    ],
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
      const notes = episodeNotes(parts.join(""));
      expect(notes.length).toBeLessThanOrEqual(4_000);
      expect(notes).not.toMatch(/<(?!\/?(?:p|ul|ol|li|a|br)\b)/);
    }),
  );
});
