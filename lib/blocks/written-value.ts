import type { Problem } from "#lib/refusals/problem.ts";

/**
 * The value of an author's block in storage form, or all that is wrong with it, at paths such as
 * `value.0.text`.
 */
export type WrittenValue = { readonly value: unknown } | { readonly problems: readonly Problem[] };
