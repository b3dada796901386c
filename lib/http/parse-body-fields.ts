import type * as z from "zod/mini";
import type { Problem } from "#lib/refusals/problem.ts";
import { refuseProblems } from "#lib/refusals/refuse-problems.ts";
import { codeOf } from "#lib/routes/fields.ts";

/** What is wrong with fields, and what the schema makes of them where nothing is. */
export interface ReadFields<Fields> {
  readonly fields: Fields | undefined;
  readonly problems: readonly Problem[];
}

/** The fields as the schema makes them, or every problem with them; unknown ones are left out. */
export const readFields = <Fields>(
  schema: z.ZodMiniType<Fields>,
  values: Readonly<Record<string, unknown>>,
): ReadFields<Fields> => {
  const { data, error } = schema.safeParse(values);
  const problems = (error?.issues ?? []).map((issue) => ({
    path: issue.path.map(String).join(".") || "non_field_errors",
    code: codeOf(issue),
    message: issue.message,
  }));
  return { fields: data, problems };
};

/**
 * The fields as the schema makes them; unknown ones are left out. Refuses one `validation_error` with every
 * field problem.
 */
export const parseBodyFields = <Fields>(
  schema: z.ZodMiniType<Fields>,
  values: Readonly<Record<string, unknown>>,
): Fields => {
  const { fields, problems } = readFields(schema, values);
  refuseProblems(problems);
  return fields as Fields;
};
