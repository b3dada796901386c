import type { Problem } from "#lib/refusals/problem.ts";

/** An author's value in stored form, or its problems, at paths such as `value.0.text`. */
export type WrittenValue = { readonly value: unknown } | { readonly problems: readonly Problem[] };
