import * as z from "zod/mini";
import { reportOfWrite } from "#lib/routes/dry-run-shapes.ts";
import type { Route } from "#lib/routes/route.ts";

export type SaveReport = z.output<typeof reportOfWrite>;

/** The report; null in the answer to a repeated request. */
const withReport = z.object({ report: z.optional(z.catch(z.nullable(reportOfWrite), null)) });

/** The route with a report in its answer, for requests that ask for one. */
export const reported = <Params extends string, Body, Answer>(route: Route<Params, Body, Answer>) => ({
  ...route,
  answer: z.intersection(route.answer as z.ZodMiniType<Answer>, withReport),
});

export const askingForReport = { report: "true" };
