import { cellsBelow, figureIn } from "./recorded.ts";
import { grouped, markdownRows } from "./table.ts";

/** The sizes of corpora at which the head of `docs/performance.md` compares. */
export const comparedSizes: readonly number[] = [1_000, 10_000];

interface Before {
  readonly posts: number;
  readonly part: "Writing" | "Reading";
  readonly row: string;
  readonly figures: readonly [cpuMs: string, timesBare: string, timesSigned: string, depth: string];
}

/** Figures of the commit that the page names; it is not measured again. */
const before: readonly Before[] = [
  { posts: 1_000, part: "Writing", row: "create a post", figures: ["13.86", "108.0", "13.6", "5"] },
  { posts: 1_000, part: "Writing", row: "update a post", figures: ["10.88", "102.6", "15.0", "4"] },
  { posts: 1_000, part: "Writing", row: "publish a post", figures: ["15.72", "175.7", "22.9", "5"] },
  { posts: 1_000, part: "Reading", row: "list of 20, newest first", figures: ["0.84", "24.2", "2.8", "1"] },
  { posts: 1_000, part: "Reading", row: "one page with body", figures: ["0.70", "19.2", "2.5", "2"] },
  { posts: 1_000, part: "Reading", row: "page of a post, HTML", figures: ["1.11", "15.5", "3.2", "2"] },
  { posts: 1_000, part: "Reading", row: "page of a blog, HTML", figures: ["2.36", "8.9", "3.8", "2"] },
  { posts: 10_000, part: "Writing", row: "create a post", figures: ["15.64", "132.1", "18.2", "5"] },
  { posts: 10_000, part: "Writing", row: "update a post", figures: ["10.64", "92.8", "15.2", "4"] },
  { posts: 10_000, part: "Writing", row: "publish a post", figures: ["13.54", "142.1", "18.9", "5"] },
  { posts: 10_000, part: "Reading", row: "list of 20, newest first", figures: ["2.49", "63.0", "7.0", "1"] },
  { posts: 10_000, part: "Reading", row: "one page with body", figures: ["0.80", "23.4", "2.5", "2"] },
  { posts: 10_000, part: "Reading", row: "page of a post, HTML", figures: ["1.34", "18.1", "3.8", "1"] },
  { posts: 10_000, part: "Reading", row: "page of a blog, HTML", figures: ["3.48", "14.2", "6.2", "2"] },
];

const columns = [
  "request",
  ...["CPU ms: before", "now", "goal"],
  ...["× bare: before", "now"],
  ...["× signed: before", "now"],
  ...["depth: before", "now"],
];

/** The page with the tables of its head made anew, of the parts that are recorded below it. */
export const withBeforeAndNow = (page: string): string =>
  page
    .split(/^(?=## )/m)
    .map((section) => {
      const isOf = (posts: number) => section.startsWith(`## Before and now at ${grouped(posts)} posts\n`);
      const size = comparedSizes.find(isOf);
      return size ? section.replace(/(^\|.*\n)+/m, () => tableAt(page, size)) : section;
    })
    .join("");

const tableAt = (page: string, size: number): string => {
  const rows = before.filter(({ posts }) => posts === size).map((each) => rowOf(page, each));
  return `${markdownRows(columns, rows)}\n`;
};

/** The budget of a request is its goal. */
const rowOf = (page: string, { posts, part, row, figures }: Before): readonly string[] => {
  const [cpuMs, timesBare, timesSigned, depth] = figures;
  const recorded = cellsBelow(page, `${part} at ${grouped(posts)} posts`);
  const now = (column: string): string => figureIn(recorded(row, column));
  return [
    row,
    ...[cpuMs, now("CPU ms"), recorded(row, "budget")],
    ...[timesBare, now("× bare")],
    ...[timesSigned, now("× signed")],
    ...[depth, now("depth")],
  ];
};
