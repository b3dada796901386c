import { invalid, refuseProblems } from "#lib/refusals/refusal.ts";
import { booleanParameter, integerFrom, lastValues } from "./parameter-values.ts";
import type { QueryDeclaration } from "./query-declaration.ts";

export interface TakenCopyQuery {
  /** The version of the working copy that the change takes up; undefined for none. */
  readonly workingCopy: number | undefined;
}

/** The query of changes that may take up the caller's working copy (contract#working-copy-saves). */
export const takenCopyQuery: QueryDeclaration<TakenCopyQuery> = {
  parameters: {
    working_copy: {
      description: "The version of your working copy, which ends with this request if it is still that one.",
      type: "integer",
    },
  },
  parse: (params) => {
    const text = lastValues(params).get("working_copy");
    const version = text === undefined ? undefined : integerFrom(text);
    if (text !== undefined && (version === undefined || version < 0))
      throw invalid("working_copy", "invalid", "Expected the version of a working copy, a whole number.");
    return { workingCopy: version };
  },
};

/** The query of a preview, which may be that of the caller's working copy. */
export const copyPreviewQuery: QueryDeclaration<{ readonly showsCopy: boolean }> = {
  parameters: {
    working_copy: {
      description: "`true`: as a PATCH with the fields of your working copy would make it.",
      type: "boolean",
    },
  },
  parse: (params) => {
    const { value, problems } = booleanParameter(params, "working_copy");
    refuseProblems(problems);
    return { showsCopy: value };
  },
};
