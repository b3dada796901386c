import { type SearchStep, searchAmong } from "./judged-index.ts";
import { type JudgedSearch, judgedLanguages, judgedPosts, judgedSearches } from "./judged-set.ts";
import { ndcgAt10 } from "./ndcg.ts";

export interface SearchFigure {
  readonly search: JudgedSearch;
  readonly ndcg: number;
  readonly found: readonly string[];
}

/** What each search of the set gives with a step of the engine. */
export const searchFiguresOf = async (step: SearchStep): Promise<readonly SearchFigure[]> => {
  const searchPosts = searchAmong(judgedPosts(), step);
  return Promise.all(
    judgedSearches().map(async (search) => {
      const found = await searchPosts(search.text);
      return { search, found, ndcg: ndcgAt10(found, search.grades) };
    }),
  );
};

/** The mean of each language and of all searches. */
export const meansOf = (figures: readonly SearchFigure[]): ReadonlyMap<string, number> =>
  new Map([
    ...judgedLanguages.map(
      (language) => [language, meanOf(figures.filter(({ search }) => search.language === language))] as const,
    ),
    ["all", meanOf(figures)] as const,
  ]);

const meanOf = (figures: readonly SearchFigure[]): number =>
  figures.reduce((sum, { ndcg }) => sum + ndcg, 0) / figures.length;

/** A line for each language, with a figure for each of the steps, by their titles. */
export const tableOf = (steps: ReadonlyMap<string, readonly SearchFigure[]>): string => {
  const means = [...steps.values()].map(meansOf);
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    row(["nDCG@10", ...steps.keys()]),
    row(["---", ...means.map(() => "---")]),
    ...[...(means[0]?.keys() ?? [])].map((language) =>
      row([language, ...means.map((each) => (each.get(language) ?? 0).toFixed(3))]),
    ),
  ].join("\n");
};

const maxWorst = 12;

/** The searches with the lowest figures, what they find, and what they should find. */
export const worstOf = (figures: readonly SearchFigure[]): string =>
  figures
    .filter(({ ndcg }) => ndcg < 1)
    .toSorted((one, other) => one.ndcg - other.ndcg)
    .slice(0, maxWorst)
    .map(({ search: { language, text, kind, grades }, ndcg, found }) => {
      const graded = found.slice(0, 10).map((name) => `${name}=${grades.get(name) ?? 0}`);
      const missing = [...grades].filter(([name]) => !found.includes(name));
      return [
        `${ndcg.toFixed(3)} ${language} ${text} (${kind})`,
        `      found: ${graded.join(" ") || "nothing"}`,
        `    missing: ${missing.map((each) => each.join("=")).join(" ") || "nothing"}`,
      ].join("\n");
    })
    .join("\n");
