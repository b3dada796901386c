import { expect, test } from "vitest";
import { addressOf, linkTargets, rewriteLinks } from "../src/read.ts";

const page = (path: string) => ({ meta: { html_url: `https://notes.example${path}` } });

const targets = linkTargets(
  [page("/notes/heron/"), page("/notes/%C3%BCber-eis/"), { title: "no address" }],
  "/blog",
);

test.each([
  ["/", "/notes/heron/"],
  ["/blog", "/blog/notes/heron/"],
  ["/blog/", "/blog/notes/heron/"],
  ["https://static.example", "https://static.example/notes/heron/"],
])("a page below %s has the path that it has on the service", (linkBase, address) => {
  expect(addressOf(page("/notes/heron/"), linkBase)).toBe(address);
});

test.each([
  ["a page", "https://notes.example/notes/heron/", "/blog/notes/heron/"],
  ["one without its slash", "https://notes.example/notes/heron", "/blog/notes/heron/"],
  ["one with a fragment", "https://notes.example/notes/heron/#nest", "/blog/notes/heron/#nest"],
  ["one with a query", "https://notes.example/notes/heron/?a=1&amp;b=2", "/blog/notes/heron/?a=1&amp;b=2"],
  ["one by its path", "/notes/heron/", "/blog/notes/heron/"],
  ["one with letters", "https://notes.example/notes/\u00fcber-eis/", "/blog/notes/%C3%BCber-eis/"],
])("a link to %s leads to the site", (_, from, to) => {
  expect(rewriteLinks(`<p><a class="x" href="${from}">It</a></p>`, targets)).toBe(
    `<p><a class="x" href="${to}">It</a></p>`,
  );
});

test.each([
  `<a href="https://notes.example/notes/">a blog, which the site has not</a>`,
  `<a href="//other.example/notes/heron/">another site</a>`,
  `<a href="#nest">a heading</a>`,
  `<a href="mailto:ada@notes.example">post</a>`,
  `<img src="https://notes.example/notes/heron/">`,
  `<a title='href="https://notes.example/notes/heron/"'>no link</a>`,
  `<a href="">nothing</a>`,
])("%s stays as it is", (html) => {
  expect(rewriteLinks(html, targets)).toBe(html);
});

test("apostrophes of an address stay within their quotes", () => {
  const quoted = linkTargets([page("/notes/heron's/")]);
  expect(rewriteLinks(`<a href="/notes/heron's/">It</a>`, quoted)).toBe(
    `<a href="/notes/heron&#39;s/">It</a>`,
  );
});
