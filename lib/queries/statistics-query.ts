import type { Problem } from "#lib/refusals/problem.ts";
import { refuseProblems } from "#lib/refusals/refusal.ts";
import { integerFrom, lastValues, unsupportedParameters } from "./parameter-values.ts";
import type { QueryDeclaration } from "./query-declaration.ts";

/** The most days of statistics that are read at once. */
export const maxStatisticsDays = 400;

/** The days that are read by default. */
export const usualStatisticsDays = 30;

export interface StatisticsQuery {
  /** Today and the days before. */
  readonly days: number;
  /** The address of a page below the site's; undefined for the whole site. */
  readonly path: string | undefined;
}

const parameters = {
  days: {
    description: `How many days, today among them: 1 to ${maxStatisticsDays}; by default ${usualStatisticsDays}.`,
    type: "integer",
  },
  path: { description: "Only what is about the page with this path, such as `/notes/first-ice/`." },
} as const;

export const statisticsQuery: QueryDeclaration<StatisticsQuery> = {
  parameters,
  parse: (params) => {
    const values = lastValues(params);
    const days = integerFrom(values.get("days") ?? String(usualStatisticsDays)) ?? 0;
    const path = values.get("path");
    const problems: Problem[] = [...unsupportedParameters(params, Object.keys(parameters))];
    if (days < 1 || days > maxStatisticsDays)
      problems.push({
        path: "days",
        code: "invalid",
        message: `A number of days from 1 to ${maxStatisticsDays} is expected.`,
      });
    if (path !== undefined && !path.startsWith("/"))
      problems.push({ path: "path", code: "invalid", message: "A path that begins with / is expected." });
    refuseProblems(problems);
    return { days, path };
  },
};
