import { expect, test } from "vitest";
import { type CorpusPost, corpusPosts } from "#bench/corpus/posts.ts";
import { rareWords, wordsOfAll, wordsOfFiftieths } from "#bench/corpus/vocabulary.ts";

const posts = [...corpusPosts(1_000)];

const wordsOf = ({ paragraphs }: CorpusPost): readonly string[] =>
  paragraphs
    .join(" ")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);

const texts = posts.map((post) => new Set(wordsOf(post)));

const postsWith = (word: string): number => texts.filter((text) => text.has(word)).length;

const shareOf = (isOne: (post: CorpusPost) => boolean): number => posts.filter(isOne).length / posts.length;

test("a corpus is the same at every call", () => {
  expect([...corpusPosts(1_000)]).toEqual(posts);
});

test("a post has 600 words in 8 KB, and its slug to itself", () => {
  expect(posts.map((post) => wordsOf(post).length)).toEqual(posts.map(() => 600));
  const kilobytes = posts.map(({ paragraphs }) => Buffer.byteLength(JSON.stringify(paragraphs)) / 1_000);
  expect(kilobytes.reduce((one, other) => one + other) / posts.length).toBeCloseTo(8, 0);
  expect(new Set(posts.map(({ slug }) => slug)).size).toBe(posts.length);
});

test("common words are in every post, others in 2 % of them, and rare ones in five", () => {
  expect(wordsOfAll.map(postsWith)).toEqual(wordsOfAll.map(() => 1_000));
  expect(wordsOfFiftieths.map(postsWith)).toEqual(wordsOfFiftieths.map(() => 20));
  expect(rareWords.map(postsWith)).toEqual(rareWords.map(() => 5));
});

test("what is marked of a post is in its text, and nothing else of that kind", () => {
  const marks = new Set([...wordsOfAll, ...wordsOfFiftieths, ...rareWords]);
  for (const [index, post] of posts.entries())
    expect(new Set(post.marks)).toEqual(new Set([...texts[index]!].filter((word) => marks.has(word))));
});

test.each<[string, number, (post: CorpusPost) => boolean]>([
  ["60 % of the posts are in the first blog", 0.6, ({ blog }) => blog === 0],
  ["30 % are in the second", 0.3, ({ blog }) => blog === 1],
  ["5 % are drafts", 0.05, ({ isDraft }) => isDraft],
  ["2 % are restricted", 0.02, ({ isRestricted }) => isRestricted],
  ["11 % have the commonest tag", 0.11, ({ tags }) => tags.includes(commonestTag())],
])("about %s", (_, share, isOne) => {
  expect(Math.abs(shareOf(isOne) - share)).toBeLessThan(0.03);
});

test("there are some 200 tags, 20 categories and 120 months, and no two posts of one instant", () => {
  const tags = new Set(posts.flatMap((post) => post.tags)).size;
  expect(tags).toBeGreaterThan(190);
  expect(tags).toBeLessThanOrEqual(200);
  expect(new Set(posts.flatMap(({ categories }) => categories)).size).toBe(20);
  expect(new Set(posts.map(({ visibleDate }) => visibleDate.slice(0, 7))).size).toBe(120);
  expect(new Set(posts.map(({ visibleDate }) => visibleDate)).size).toBe(posts.length);
});

const commonestTag = (): string => {
  const counts = Map.groupBy(
    posts.flatMap(({ tags }) => tags),
    (tag) => tag,
  );
  return [...counts].toSorted(([, one], [, other]) => other.length - one.length)[0]![0];
};
