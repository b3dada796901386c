/** Longer words are compared by their first 40 characters. */
const maxWordLength = 40;

/** Raise this when the words of a text become others: stored words of an older form are made again. */
export const wordForm = 3;

/**
 * The words of a text in order, with repeats, as searches compare them: runs of letters and digits in lower
 * case, with the marks that belong to their letters, cut after 40 characters. Everything else separates; the
 * final `ς` is `σ`, `ß` is not `ss`, and a run of CJK characters is one word, which searches cut into pairs
 * (contract#search-accents, contract#search-runs).
 */
export const everyWordOf = (text: string): readonly string[] => runsOf(text).map(cut);

const runsOf = (text: string): readonly string[] =>
  folded(text).match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];

// Syllables of Hangul stay in letters, so that half of one is the beginning of the whole.
const folded = (text: string): string => {
  if (isAscii(text)) return text.toLowerCase();
  const plain = withoutAccents(text.normalize("NFD")).toLowerCase().replaceAll("ς", "σ");
  return plain.normalize("NFC").replace(/[\uAC00-\uD7A3]+/g, (syllables) => syllables.normalize("NFD"));
};

const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

/**
 * Leaves marks out of a decomposed text. Characters that only choose how another looks go in every script.
 */
const withoutAccents = (text: string): string =>
  text
    .replace(/[\p{Variation_Selector}\u200D]/gu, "")
    .replace(/([\p{Script=Latin}\p{Script=Greek}\p{N}])\p{M}+/gu, "$1")
    .replace(/(\p{Script=Cyrillic})(\p{M}+)/gu, (_, letter: string, marks: string) => {
      if (isConsonant.test(letter)) return letter + marks;
      return letter + marks.replace(/[еЕ]/.test(letter) ? stressOrDots : stress, "");
    });

/** Letters that an acute makes others: the Macedonian `ѓ` and `ќ`. */
const isConsonant = /[гкГК]/;

const stress = /[\u0300\u0301]/g;
const stressOrDots = /[\u0300\u0301\u0308]/g;

const cut = (word: string): string =>
  word.length <= maxWordLength ? word : Array.from(word).slice(0, maxWordLength).join("");

/** The words of a text, each once. */
export const wordsOf = (text: string): readonly string[] => [...new Set(everyWordOf(text))];

/**
 * Characters of scripts that set no blanks between words, and of Korean, whose words take endings: whoever
 * searches for a word finds it within a run of them.
 */
export const unspaced =
  /(?:[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]\p{M}*)+/gu;

/** Every word as an index or a search needs it: runs of unspaced characters as `ofRun` splits them. */
const splitRuns = (
  text: string,
  ofRun: (characters: readonly string[]) => readonly string[],
): readonly string[] =>
  runsOf(text)
    .flatMap((run) => (isAscii(run) ? [run] : partsOf(run.normalize("NFC"), ofRun)))
    .map(cut);

const partsOf = (run: string, ofRun: (characters: readonly string[]) => readonly string[]): string[] => {
  const parts: string[] = [];
  let end = 0;
  const addSpaced = (from: number, to: number) => {
    // Letters of other scripts are written as in words of their own.
    if (to > from) parts.push(folded(run.slice(from, to)));
  };
  for (const { 0: found, index } of run.matchAll(unspaced)) {
    addSpaced(end, index);
    parts.push(...ofRun(charactersOf(found)));
    end = index + found.length;
  }
  addSpaced(end, run.length);
  return parts;
};

/** The characters of a run, each with its marks. */
export const charactersOf = (text: string): readonly string[] => text.match(/\P{M}\p{M}*/gu) ?? [];

const pairsOf = (characters: readonly string[]): readonly string[] =>
  characters.slice(1).map((character, index) => `${characters[index]}${character}`);

/** Each character and each pair of neighbours: a search for one character finds it, too. */
const everyIndexedWordOf = (text: string): readonly string[] =>
  splitRuns(text, (characters) => [...characters, ...pairsOf(characters)]);

/** The words of a text by which searches find it, each once. */
export const indexedWordsOf = (text: string): readonly string[] => [...new Set(everyIndexedWordOf(text))];

/** The words that a search looks for, each once: of a run of unspaced characters, each pair of neighbours. */
export const soughtWordsOf = (text: string): readonly string[] => [
  ...new Set(splitRuns(text, (characters) => (characters.length > 1 ? pairsOf(characters) : characters))),
];

/** The words of a text in order, each between spaces, of runs of unspaced characters each character. */
export const phraseOf = (text: string): string =>
  ` ${splitRuns(text, (characters) => characters).join(" ")} `;

/** Ready words and separators end here, so that the words of any page fit into an item of 400 KB. */
const maxCharacters = 100_000;

const frequentCount = 3;

/** The ready word for "in the title". Nobody can type it: words are letters, digits and marks. */
export const inTitle = (word: string): string => `${word}\uE000`;

/** The ready word for "three times or more on the page". */
export const occursOften = (word: string): string => `${word}\uE001`;

/** True for a word, false for what is told of a word. */
export const isWordItself = (ready: string): boolean => !/[\uE000\uE001]$/.test(ready);

/**
 * The words of a page for the index: each word once, with further forms for words of the title and frequent
 * words, in the order of their first occurrence, title first. It leaves out words of 40 characters that have
 * digits, and on very long pages everything after the first 100,000 characters of words.
 */
export const readyWords = (title: string, texts: readonly string[]): readonly string[] => {
  const titleWords = new Set(everyIndexedWordOf(title));
  const counts = new Map<string, number>();
  for (const word of everyIndexedWordOf([title, ...texts].join("\n"))) {
    if (!isEncoded(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const ready: string[] = [];
  let characters = 0;
  for (const [word, count] of counts) {
    const forms = [word];
    if (titleWords.has(word)) forms.push(inTitle(word));
    if (count >= frequentCount) forms.push(occursOften(word));
    characters += forms.join(" ").length + 1;
    if (characters > maxCharacters) break;
    ready.push(...forms);
  }
  return ready;
};

/** Digests and encoded bytes, for which nobody searches. */
const isEncoded = (word: string): boolean => word.length >= maxWordLength && /\p{N}/u.test(word);

/** The longest text of a search, in code points. */
const maxSearchTextLength = 500;

/**
 * A search text as answers repeat it: runs of white space and hyphens become one space, none at the ends, at
 * most 500 characters, case kept. Query values have no null characters (contract#suggestion-text).
 */
export const searchTextOf = (text: string): string => {
  const spaced = text.replace(/[\s-]+/g, " ").trim();
  return [...spaced].slice(0, maxSearchTextLength).join("").trim();
};
