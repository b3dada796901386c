import { type Random, randomFrom } from "#bench/lectern/tests.ts";
import { certain } from "#bench/lectern/tools.ts";
import { drawWord, names, rareWords, wordsOfAll, wordsOfFiftieths } from "./vocabulary.ts";

export interface CorpusPost {
  readonly slug: string;
  readonly title: string;
  /** The index of its blog. */
  readonly blog: number;
  readonly paragraphs: readonly string[];
  /** Words of known frequency, each once in the text. */
  readonly marks: readonly string[];
  /** Names, which are also slugs. */
  readonly tags: readonly string[];
  readonly categories: readonly string[];
  readonly visibleDate: string;
  readonly isDraft: boolean;
  readonly isRestricted: boolean;
}

/** The most frequent first. */
const tagNames = names.slice(0, 200);

export const categorySlugs = names.slice(200, 220);

/** The share of the posts in each blog. */
export const blogShares = [0.6, 0.3, 0.1] as const;

const wordsPerPost = 600;
const paragraphsPerPost = 8;
const months = 120;
const firstYear = 2015;

const rareOccurrences = 5;

/** Each block of posts has each mark of a class once. */
const blockSize = 50;

/** The posts of a corpus, the same at each call. */
export function* corpusPosts(count: number): Generator<CorpusPost> {
  const rare = rareMarks(count);
  for (let index = 0; index < count; index++) yield corpusPost(index, rare.get(index) ?? []);
}

const corpusPost = (index: number, rare: readonly string[]): CorpusPost => {
  const random = randomFrom(index + 100);
  const marks = [...wordsOfAll, ...fiftiethMarks(index), ...rare];
  return {
    slug: `post-${index + 1}`,
    title: titleOf(random),
    blog: drawBlog(random),
    paragraphs: paragraphsOf(random, marks),
    marks,
    tags: tagsOf(random),
    categories: distinct(random.below(3), () => certain(categorySlugs[random.below(categorySlugs.length)])),
    visibleDate: visibleDateOf(random, index),
    isDraft: random.fraction() < 0.05,
    isRestricted: random.fraction() < 0.02,
  };
};

/** One mark of each class; it rotates within a block of posts, from another place in each class. */
const fiftiethMarks = (index: number): string[] => {
  const block = Math.floor(index / blockSize);
  return Array.from({ length: wordsOfFiftieths.length / blockSize }, (_, classIndex) => {
    const within = (index + block * (2 * classIndex + 1)) % blockSize;
    return certain(wordsOfFiftieths[classIndex * blockSize + within]);
  });
};

/** The rare words by post; the occurrences of each are a fifth of the corpus apart. */
const rareMarks = (count: number): ReadonlyMap<number, readonly string[]> => {
  const marks = new Map<number, string[]>();
  const distance = Math.max(1, Math.floor(count / rareOccurrences));
  for (const [number, word] of rareWords.entries()) {
    for (let occurrence = 0; occurrence < Math.min(rareOccurrences, count); occurrence++) {
      const index = ((number % distance) + occurrence * distance) % count;
      marks.set(index, [...(marks.get(index) ?? []), word]);
    }
    if (number + 1 >= distance * 3) break;
  }
  return marks;
};

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const titleOf = (random: Random): string =>
  capitalised(Array.from({ length: 3 + random.below(5) }, () => drawWord(random)).join(" "));

const drawBlog = (random: Random): number => {
  const fraction = random.fraction();
  return fraction < blogShares[0] ? 0 : fraction < blogShares[0] + blogShares[1] ? 1 : 2;
};

const paragraphsOf = (random: Random, marks: readonly string[]): string[] => {
  const words = Array.from({ length: wordsPerPost - marks.length }, () => drawWord(random));
  for (const mark of marks) words.splice(random.below(words.length), 0, mark);
  const length = Math.ceil(words.length / paragraphsPerPost);
  return Array.from({ length: paragraphsPerPost }, (_, paragraph) =>
    sentences(words.slice(paragraph * length, (paragraph + 1) * length)),
  );
};

const sentences = (words: readonly string[]): string => {
  const texts: string[] = [];
  for (let start = 0; start < words.length; start += 15)
    texts.push(`${capitalised(words.slice(start, start + 15).join(" "))}.`);
  return texts.join(" ");
};

/** Up to four; the first tag is on 11 % of the posts, each later one on fewer. */
const tagsOf = (random: Random): string[] =>
  distinct(random.below(5), () => certain(tagNames[Math.floor(4 * 51 ** random.fraction()) - 4]));

const distinct = (count: number, draw: () => string): string[] => [
  ...new Set(Array.from({ length: count }, draw)),
];

/** Distinct milliseconds make the order of posts certain. */
const visibleDateOf = (random: Random, index: number): string => {
  const month = random.below(months);
  const start = Date.UTC(firstYear, month, 1);
  const end = Date.UTC(firstYear, month + 1, 1);
  return new Date(start + random.below((end - start) / 1000) * 1000 + (index % 1000)).toISOString();
};
