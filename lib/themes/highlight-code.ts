import type { HLJSApi, LanguageFn } from "highlight.js";
import { isObject } from "#lib/blocks/is-object.ts";
import { type Section, shownSections } from "#lib/blocks/sections.ts";
import type { CodeKind, CodePart, Reading } from "./theme.ts";

/**
 * The most code of a page that is coloured, in characters. A block with a longer line, or more blanks in a
 * row, stays as it is, because some regular expressions of the grammars would take quadratic time.
 */
const maxCharacters = 6_000;
const maxLineLength = 200;
const maxBlanks = 200;
const tooLong = new RegExp(`.{${maxLineLength + 1}}|\\s{${maxBlanks + 1}}`);

/**
 * The colours of a body's code. Loads the library and the grammars of the languages that the body has;
 * undefined if it has none of those that are known.
 */
export const codeHighlighter = async (body: readonly Section[]): Promise<Reading["codeParts"]> => {
  const blocks = shownSections(body).flatMap(({ value }) => value.flatMap(codeOf));
  const languages = new Set(blocks.map(({ language }) => language));
  if (languages.size === 0) return undefined;
  const entries = [...languages].map(async (language) => [language, await grammarOf(language)] as const);
  const grammars = new Map(await Promise.all(entries));
  let left = maxCharacters;
  return (written, source) => {
    const language = codeLanguage(written);
    const grammar = language && grammars.get(language);
    if (!grammar || source.length > left || tooLong.test(source)) return null;
    left -= source.length;
    return partsOf(grammar.highlight(source, { language, ignoreIllegals: true }).value);
  };
};

const codeOf = ({ type, value }: Section["value"][number]): { readonly language: CodeLanguage }[] => {
  const written = type === "code" && isObject(value) ? value.language : undefined;
  const language = typeof written === "string" ? codeLanguage(written) : undefined;
  return language ? [{ language }] : [];
};

type Load = () => Promise<{ readonly default: LanguageFn }>;

const sources: Readonly<Record<CodeLanguage, Load>> = {
  bash: () => import("highlight.js/lib/languages/bash"),
  c: () => import("highlight.js/lib/languages/c"),
  cpp: () => import("highlight.js/lib/languages/cpp"),
  css: () => import("highlight.js/lib/languages/css"),
  diff: () => import("highlight.js/lib/languages/diff"),
  dockerfile: () => import("highlight.js/lib/languages/dockerfile"),
  go: () => import("highlight.js/lib/languages/go"),
  ini: () => import("highlight.js/lib/languages/ini"),
  java: () => import("highlight.js/lib/languages/java"),
  javascript: () => import("highlight.js/lib/languages/javascript"),
  json: () => import("highlight.js/lib/languages/json"),
  php: () => import("highlight.js/lib/languages/php"),
  python: () => import("highlight.js/lib/languages/python"),
  ruby: () => import("highlight.js/lib/languages/ruby"),
  rust: () => import("highlight.js/lib/languages/rust"),
  shell: () => import("highlight.js/lib/languages/shell"),
  sql: () => import("highlight.js/lib/languages/sql"),
  typescript: () => import("highlight.js/lib/languages/typescript"),
  xml: () => import("highlight.js/lib/languages/xml"),
  yaml: () => import("highlight.js/lib/languages/yaml"),
};

/** The languages inside of others. */
const inner: Readonly<Partial<Record<CodeLanguage, readonly CodeLanguage[]>>> = {
  dockerfile: ["bash"],
  php: ["xml"],
  shell: ["bash"],
  xml: ["css", "javascript"],
};

const loaded = new Map<CodeLanguage, Promise<HLJSApi>>();

const grammarOf = (language: CodeLanguage): Promise<HLJSApi> => {
  const grammar = loaded.get(language) ?? load(language);
  loaded.set(language, grammar);
  return grammar;
};

/**
 * Each language has an instance of its own with what it contains: in a common one, the colours of a page
 * would depend on the pages that were shown before.
 */
const load = async (language: CodeLanguage): Promise<HLJSApi> => {
  const { default: library } = await import("highlight.js/lib/core");
  const instance = library.newInstance();
  for (const name of [language, ...(inner[language] ?? [])])
    instance.registerLanguage(name, (await sources[name]()).default);
  return instance;
};

/**
 * The kinds by the library's name of a part, without what follows the first dot. Other parts have no
 * colour.
 */
const kinds: Readonly<Record<string, CodeKind>> = {
  comment: "comment",
  doctag: "comment",
  meta: "comment",
  keyword: "keyword",
  literal: "keyword",
  "selector-tag": "keyword",
  string: "string",
  regexp: "string",
  char: "string",
  symbol: "string",
  link: "string",
  number: "number",
  title: "name",
  section: "name",
  name: "name",
  built_in: "name",
  type: "name",
  attr: "attribute",
  attribute: "attribute",
  variable: "attribute",
  "template-variable": "attribute",
  "selector-class": "attribute",
  "selector-id": "attribute",
  "selector-attr": "attribute",
  "selector-pseudo": "attribute",
  addition: "added",
  deletion: "removed",
};

/** Parts without a colour of their own, in which the code around them goes on. */
const transparent = new Set(["params", "function", "class", "tag", "property", "operator", "punctuation"]);

/** The library writes nested spans with classes. Each text gets the kind of the innermost one. */
const partsOf = (html: string): readonly CodePart[] => {
  const parts: CodePart[] = [];
  const open: (CodeKind | null)[] = [];
  for (const [token, names, text] of html.matchAll(/<span class="([^"]*)">|<\/span>|([^<]+)/g)) {
    if (names !== undefined) open.push(kindOf(names, open.at(-1) ?? null));
    else if (text === undefined) open.pop();
    else addPart(parts, { text: token.replace(/&\w+;|&#x27;/g, characterOf), kind: open.at(-1) ?? null });
  }
  return parts;
};

const kindOf = (names: string, around: CodeKind | null): CodeKind | null => {
  const [, name = ""] = /^hljs-([\w-]+)/.exec(names) ?? [];
  return transparent.has(name) ? around : (kinds[name] ?? null);
};

const addPart = (parts: CodePart[], part: CodePart): void => {
  const last = parts.at(-1);
  if (last?.kind === part.kind) parts[parts.length - 1] = { ...part, text: last.text + part.text };
  else parts.push(part);
};

const characters: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
};

const characterOf = (reference: string): string => characters[reference] ?? reference;

/** The languages whose code is coloured, with the other names that authors use for them. */
const namesOfLanguages = {
  bash: ["sh", "zsh"],
  c: ["h"],
  cpp: ["c++", "cc", "hpp"],
  css: [],
  diff: ["patch"],
  dockerfile: ["docker"],
  go: ["golang"],
  ini: ["toml"],
  java: [],
  javascript: ["js", "jsx", "mjs", "cjs"],
  json: ["jsonc"],
  php: [],
  python: ["py"],
  ruby: ["rb"],
  rust: ["rs"],
  shell: ["console", "shellsession"],
  sql: [],
  typescript: ["ts", "tsx", "mts", "cts"],
  xml: ["html", "xhtml", "svg", "rss"],
  yaml: ["yml"],
} as const satisfies Record<string, readonly string[]>;

export type CodeLanguage = keyof typeof namesOfLanguages;

const languages = new Map(
  Object.entries(namesOfLanguages).flatMap(([language, others]) =>
    [language, ...others].map((name) => [name, language as CodeLanguage] as const),
  ),
);

export const codeLanguages: readonly CodeLanguage[] = [...new Set(languages.values())];

/**
 * The language of a code block, by what its author wrote: the first word counts, as in the fences of
 * Markdown. Undefined for code that stays as it is.
 */
export const codeLanguage = (written: string): CodeLanguage | undefined =>
  languages.get(
    written
      .trim()
      .replace(/[\s{,].*/s, "")
      .toLowerCase(),
  );
