/** Writes `measured.json` and `docs/cost.md` again (`npm run cost`), of what is recorded. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cellsBelow, figureIn, performancePage } from "./recorded.ts";

export const measuredFile = join(import.meta.dirname, "measured.json");
export const costDocument = join(import.meta.dirname, "../../../docs/cost.md");

/** The rows of docs/performance.md that an estimate uses, at 1,000 posts. */
const rowsOfReads = {
  post: "page of a post, HTML",
  list: "page of a blog, HTML",
  feed: "feed of a blog, RSS",
};

/** What writes ask of DynamoDB is counted: see `counted.ts`. */
const rowsOfWrites = {
  create: "create a post",
  update: "update a post",
  publication: "publish a post",
};

/** The median of the processor's time for one client at a time, and what reads ask of DynamoDB. */
export const readMeasured = (): string => {
  const page = readFileSync(performancePage, "utf8");
  const reading = figuresBelow(page, "Reading at 1,000 posts");
  const writing = figuresBelow(page, "Writing at 1,000 posts");
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

const figuresBelow = (page: string, heading: string) => {
  const cells = cellsBelow(page, heading);
  return (name: string, column: string): number => Number(figureIn(cells(name, column)).replaceAll(",", ""));
};

if (import.meta.main) {
  writeFileSync(measuredFile, readMeasured());
  // Only now: the document is made by modules that load the measured figures.
  const { costPage } = await import("./document.ts");
  writeFileSync(costDocument, costPage());
}
