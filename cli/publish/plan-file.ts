import { readFile } from "node:fs/promises";
import * as z from "zod/mini";
import { UsageError } from "#cli/usage-error.ts";
import { actions } from "./intention.ts";
import type { PinnedEntry } from "./plan-entry.ts";

const planFile = z.object({
  version: z.literal(1),
  results: z.array(
    z.object({
      file: z.string(),
      action: z.enum(actions),
      next: z.enum(["publish", "schedule", "unpublish", "none"]),
      id: z.nullable(z.int()),
      revision: z.nullable(z.int()),
      digest: z.nullable(z.string()),
    }),
  ),
});

/** Reads the plan that `lectern plan --out` has written. Throws a {@link UsageError} for any other file. */
export const readPlan = async (path: string): Promise<readonly PinnedEntry[]> => {
  const text = await readFile(path, "utf8").catch(() => {
    throw new UsageError(`There is no plan ${path}`);
  });
  const plan = planFile.safeParse(parsed(text));
  if (plan.data) return plan.data.results;
  throw new UsageError(
    `There is no plan of this version of lectern in ${path}; make one with lectern plan --out`,
  );
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
