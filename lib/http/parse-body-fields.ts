import type * as z from "zod/mini";
import type { Problem } from "#lib/refusals/problem.ts";
import { refuseProblems } from "#lib/refusals/refuse-problems.ts";
import { codeOf } from "#lib/routes/fields.ts";

export interface ReadFields<Fields> {
  readonly fields: Fields | undefined;
  readonly problems: readonly Problem[];
}

/** Parses fields, or gives every problem with them. Drops unknown fields. */
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

/** Parses fields; refuses one `validation_error` with every problem. Drops unknown fields. */
export const parseBodyFields = <Fields>(
  schema: z.ZodMiniType<Fields>,
  values: Readonly<Record<string, unknown>>,
): Fields => {
  const { fields, problems } = readFields(schema, values);
  refuseProblems(problems);
  return fields as Fields;
};
