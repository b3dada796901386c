import type { Selection } from "#lib/queries/select-fields.ts";

/** An item with the selected fields: `id`, `meta` unless it is empty, then the others. */
export const shownItem = <Name extends string>(
  selection: Selection<Name>,
  show: (name: Name) => unknown,
): Record<string, unknown> => {
  const valuesOf = (names: readonly Name[]): Record<string, unknown> =>
    Object.fromEntries(names.map((name) => [name, show(name)]));
  const { id, ...rest } = valuesOf(selection.body);
  return {
    ...(id === undefined ? {} : { id }),
    ...(selection.meta.length === 0 ? {} : { meta: valuesOf(selection.meta) }),
    ...rest,
  };
};
