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
