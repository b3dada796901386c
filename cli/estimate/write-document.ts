/** Writes `measured.json` and `docs/cost.md` anew (`npm run cost`), of what the benchmark has recorded. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

export const measuredFile = join(root, "cli/estimate/measured.json");
export const costDocument = join(root, "docs/cost.md");

/** The rows of docs/performance.md that an estimate uses, at 1,000 posts. */
const measuredRows = {
  post: "page of a post, HTML",
  list: "page of a blog, HTML",
  feed: "feed of a blog, RSS",
};

/** Of one reader at a time: the median of the processor's time, and what the request asks of DynamoDB. */
export const readMeasured = (): string => {
  const text = readFileSync(join(root, "docs/performance.md"), "utf8");
  const [, table = ""] = text.split("## Reading at 1,000 posts\n");
  const rows = Object.entries(measuredRows).map(([name, title]) => {
    const cells = table
      .split("\n")
      .find((line) => line.startsWith(`| ${title} |`))
      ?.split("|")
      .map((cell) => cell.trim());
    if (!cells) throw new Error(`docs/performance.md has no row ${title} at 1,000 posts`);
    const numberAt = (column: number): number => Number.parseFloat(cells[column]!.replaceAll(",", ""));
    return [
      name,
      { cpuMs: numberAt(5), requests: numberAt(11), readUnits: numberAt(12), bytes: numberAt(13) },
    ];
  });
  return `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`;
};

if (import.meta.main) {
  writeFileSync(measuredFile, readMeasured());
  const { costPage } = await import("./document.ts");
  writeFileSync(costDocument, costPage());
}
