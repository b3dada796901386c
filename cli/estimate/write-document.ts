/** Writes `measured.json` and `docs/cost.md` anew (`npm run cost`), of what the benchmark has recorded. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

export const measuredFile = join(root, "cli/estimate/measured.json");
export const costDocument = join(root, "docs/cost.md");

/** The rows of docs/performance.md that an estimate uses, at 1,000 posts. */
const rowsOfReads = {
  post: "page of a post, HTML",
  list: "page of a blog, HTML",
  feed: "feed of a blog, RSS",
};

/** What writes ask of DynamoDB is counted: see counted.ts. */
const rowsOfWrites = {
  create: "create a post",
  update: "update a post",
  publication: "publish a post",
};

/** Of one client at a time: the median of the processor's time, and what reads ask of DynamoDB. */
export const readMeasured = (): string => {
  const text = readFileSync(join(root, "docs/performance.md"), "utf8");
  const reading = figuresBelow(text, "Reading");
  const writing = figuresBelow(text, "Writing");
  const reads = Object.entries(rowsOfReads).map(([name, title]) => {
    const figure = (column: string) => reading(title, column);
    const counts = { requests: figure("requests"), readUnits: figure("units"), bytes: figure("bytes") };
    return [name, { cpuMs: figure("CPU ms"), ...counts }];
  });
  const writes = Object.entries(rowsOfWrites).map(([name, title]) => [
    name,
    { cpuMs: writing(title, "CPU ms") },
  ]);
  return `${JSON.stringify(Object.fromEntries([...reads, ...writes]), null, 2)}\n`;
};

/** The figures of a row and column, from the first table below the heading that has both. */
const figuresBelow = (text: string, title: string) => {
  const [, atThousand = ""] = text.split(`## ${title} at 1,000 posts\n`);
  const tables = atThousand.split("\n## ").map((section) => section.split("\n").map(cellsOf));
  return (name: string, column: string): number => {
    for (const lines of tables) {
      const place = lines.find((cells) => cells.includes(column))?.indexOf(column);
      const row = lines.find(([, first]) => first === name);
      if (place && row) return Number.parseFloat(row[place]!.replaceAll(",", ""));
    }
    throw new Error(`docs/performance.md has no ${column} of ${name} at 1,000 posts`);
  };
};

const cellsOf = (line: string): readonly string[] => line.split("|").map((cell) => cell.trim());

if (import.meta.main) {
  writeFileSync(measuredFile, readMeasured());
  const { costPage } = await import("./document.ts");
  writeFileSync(costDocument, costPage());
}
