import type * as z from "zod/mini";
import { readFields } from "#lib/http/parse-fields.ts";
import type { FileProblem } from "#lib/media/file-problem.ts";
import { refuseProblems } from "#lib/refusals/refuse-problems.ts";
import type { FormValues } from "#lib/routes/fields.ts";

/** What was found in the file of a field, or why it cannot be taken. */
export interface FoundFile<Content> {
  readonly field: string;
  readonly content: Content | FileProblem;
}

/**
 * The fields of an upload's form as the schema makes them, with what was found in its files, under names of their own.
 * Refuses one `validation_error` with every problem of both.
 */
export const parseUpload = <Fields extends object, Files extends object>(
  schema: z.ZodMiniType<Fields>,
  form: FormValues,
  found: { readonly [Name in keyof Files]: FoundFile<Files[Name]> },
): Fields & Files => {
  const { fields, problems } = readFields(schema, form);
  const files = Object.entries<FoundFile<unknown>>(found);
  const fileProblems = files.flatMap(([, { field, content }]) =>
    isProblem(content) ? [{ path: field, ...content }] : [],
  );
  refuseProblems([...problems, ...fileProblems]);
  return { ...fields, ...Object.fromEntries(files.map(([name, { content }]) => [name, content])) } as Fields &
    Files;
};

/** True of what cannot be taken. */
export const isProblem = (content: unknown): content is FileProblem =>
  typeof content === "object" && content !== null && "code" in content && "message" in content;
