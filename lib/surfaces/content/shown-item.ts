import type { Selection } from "#lib/queries/select-fields.ts";

/**
 * An item with the selected fields in the order of the representation: `meta` between `id` and the others,
 * and left out when empty.
 */
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
