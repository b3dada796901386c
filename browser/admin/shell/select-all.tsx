import type { Signal } from "@preact/signals";

/** Selects everything in a list, or nothing; says how much is selected. */
export const SelectAll = ({
  ids,
  selected,
  label,
}: {
  readonly ids: readonly number[];
  readonly selected: Signal<ReadonlySet<number>>;
  readonly label: string;
}) => (
  <label>
    <input
      type="checkbox"
      checked={ids.every((id) => selected.value.has(id))}
      onChange={({ currentTarget }) => {
        selected.value = new Set(currentTarget.checked ? ids : []);
      }}
    />{" "}
    {label}
  </label>
);
