import { searchFiguresOf, tableOf, worstOf } from "./figures.ts";
import { searchSteps } from "./judged-index.ts";

const figures = new Map(
  await Promise.all(searchSteps.map(async (step) => [step, await searchFiguresOf(step)] as const)),
);
console.log(tableOf(figures));
console.log(`\nThe worst searches:\n${worstOf([...figures.values()].at(-1) ?? [])}`);
