import type { Node } from "prosemirror-model";
import type { Json } from "#lib/json.ts";
import type { Texts } from "./texts.ts";

/** Words of texts without blanks, such as Chinese, are told apart by the browser. */
const segmenters = new Map<string, Intl.Segmenter>();

const segmenterOf = (language: string): Intl.Segmenter => {
  const known = segmenters.get(language);
  if (known) return known;
  const made = new Intl.Segmenter(language, { granularity: "word" });
  segmenters.set(language, made);
  return made;
};

const counts = new WeakMap<Node, number>();

const wordsIn = (text: string, language: string): number => {
  if (
    !/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u.test(text)
  )
    return text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’\-.]*/gu)?.length ?? 0;
  let count = 0;
  for (const { isWordLike } of segmenterOf(language).segment(text)) if (isWordLike) count++;
  return count;
};

const wordsPerMinute = 230;

export interface WordCount {
  readonly words: number;
  readonly minutes: number;
}

/** The words of the text, and how many minutes somebody takes to read them. A line is counted once. */
export const wordCount = (doc: Node, language = "en"): WordCount => {
  let words = 0;
  doc.descendants((node) => {
    if (!node.isTextblock) return true;
    const known = counts.get(node) ?? wordsIn(node.textBetween(0, node.content.size, " ", " "), language);
    counts.set(node, known);
    words += known;
    return false;
  });
  return withMinutes(words);
};

/** The same for a text that is no document. */
export const wordCountOf = ({ overview, detail }: Texts, language = "en"): WordCount => {
  const lines = [...overview, ...detail].map(({ type, value }) =>
    type === "paragraph" ? String(value).replace(/<[^>]*>/g, " ") : sourceIn(value),
  );
  return withMinutes(lines.reduce((sum, line) => sum + wordsIn(line, language), 0));
};

const sourceIn = (value: Json): string =>
  String((value as { readonly source?: string } | null)?.source ?? "");

const withMinutes = (words: number): WordCount => ({
  words,
  minutes: words === 0 ? 0 : Math.max(1, Math.round(words / wordsPerMinute)),
});
