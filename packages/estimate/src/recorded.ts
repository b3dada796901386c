import { join } from "node:path";
import { certain } from "./lectern.ts";

export const performancePage = join(import.meta.dirname, "../../../docs/performance.md");

/** The cells of a row and column, from the first table below the heading of that page that has both. */
export const cellsBelow = (page: string, heading: string) => {
  const [, below = ""] = page.split(`## ${heading}\n`);
  const tables = below.split("\n## ").map((section) => section.split("\n").map(cellsOf));
  return (name: string, column: string): string => {
    for (const lines of tables) {
      const place = lines.find((cells) => cells.includes(column))?.indexOf(column);
      const row = lines.find(([, first]) => first === name);
      if (place && row) return certain(row[place]);
    }
    throw new Error(`docs/performance.md has no ${column} of ${name} below "${heading}"`);
  };
};

const cellsOf = (line: string): readonly string[] => line.split("|").map((cell) => cell.trim());

/** The median of "5.34 (4.76–6.86)", and what "3/5" compares with a budget. */
export const figureIn = (cell: string): string => certain(cell.split(/[ /]/, 1)[0]);
