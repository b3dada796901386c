import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The languages of the posts and searches, by the names of their files. */
export const judgedLanguages = ["en", "de", "fr", "es", "ja"] as const;

export type JudgedLanguage = (typeof judgedLanguages)[number];

export interface JudgedPost {
  /** Its language and name, such as `en/heron-pond`. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

/** How good an answer a post is: 3 exactly what is sought, 2 good, 1 marginal. */
export type Grade = 1 | 2 | 3;

export interface JudgedSearch {
  readonly language: JudgedLanguage;
  readonly text: string;
  /** What the search is there for, such as `slip`. */
  readonly kind: string;
  /** By name of a post; a post that is not named is no answer. */
  readonly grades: ReadonlyMap<string, Grade>;
}

const linesOf = (folder: string, language: JudgedLanguage): readonly (readonly string[])[] =>
  readFileSync(join(import.meta.dirname, folder, `${language}.tsv`), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));

/** All posts of the set, in all languages. */
export const judgedPosts = (): readonly JudgedPost[] =>
  judgedLanguages.flatMap((language) =>
    linesOf("posts", language).map(([name = "", title = "", text = ""]) => ({
      name: `${language}/${name}`,
      title,
      text,
    })),
  );

/** All searches of the set, in all languages. */
export const judgedSearches = (): readonly JudgedSearch[] =>
  judgedLanguages.flatMap((language) =>
    linesOf("queries", language).map(([text = "", kind = "", judgments = ""]) => ({
      language,
      text,
      kind,
      grades: new Map(judgments.split(" ").map((judgment) => gradeIn(judgment, language))),
    })),
  );

/** `heron=3` is a post in the language of the search, `fr/heron=1` one in another. */
const gradeIn = (judgment: string, language: JudgedLanguage): readonly [string, Grade] => {
  const [name = "", grade] = judgment.split("=");
  return [name.includes("/") ? name : `${language}/${name}`, Number(grade) as Grade];
};
