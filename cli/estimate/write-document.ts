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
  const [, atThousand = ""] = text.split("## Reading at 1,000 posts\n");
  const tables = atThousand.split("\n## ").map((section) => section.split("\n").map(cellsOf));
  const rows = Object.entries(measuredRows).map(([name, title]) => {
    /** From the first table that has such a row and column. */
    const figure = (column: string): number => {
      for (const lines of tables) {
        const place = lines.find((cells) => cells.includes(column))?.indexOf(column);
        const row = lines.find(([, first]) => first === title);
        if (place && row) return Number.parseFloat(row[place]!.replaceAll(",", ""));
      }
      throw new Error(`docs/performance.md has no ${column} of ${title} at 1,000 posts`);
    };
    const counts = { requests: figure("requests"), readUnits: figure("units"), bytes: figure("bytes") };
    return [name, { cpuMs: figure("CPU ms"), ...counts }];
  });
  return `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`;
};

const cellsOf = (line: string): readonly string[] => line.split("|").map((cell) => cell.trim());

if (import.meta.main) {
  writeFileSync(measuredFile, readMeasured());
  const { costPage } = await import("./document.ts");
  writeFileSync(costDocument, costPage());
}
