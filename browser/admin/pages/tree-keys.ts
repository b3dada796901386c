/** Moves between the rows of the tree, and opens and closes them, by the arrows. */
export const moveInTree = (event: KeyboardEvent): void => {
  const { key, target, currentTarget: tree } = event;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!(target instanceof Element) || !(tree instanceof Element)) return;
  const row = target.closest(".page-row");
  const acts: Readonly<Record<string, () => boolean>> = {
    ArrowDown: () => focusOn(besideIn(tree, row, 1)),
    ArrowUp: () => focusOn(besideIn(tree, row, -1)),
    ArrowRight: () => (isOpen(row) ? focusOn(besideIn(tree, row, 1)) : press(toggleOf(row))),
    ArrowLeft: () => (isOpen(row) ? press(toggleOf(row)) : focusOn(above(row))),
  };
  // Without a row to go to, the arrows scroll.
  if (row && Object.hasOwn(acts, key) && acts[key]?.()) event.preventDefault();
};

const besideIn = (tree: Element, row: Element | null, step: number): Element | undefined => {
  const rows = [...tree.querySelectorAll(".page-row")];
  return row ? rows[rows.indexOf(row) + step] : undefined;
};

/** The row of the place that a row is below. */
const above = (row: Element | null): Element | null | undefined =>
  row?.closest(".below")?.parentElement?.querySelector(".page-row");

const toggleOf = (row: Element | null): HTMLElement | null | undefined =>
  row?.querySelector<HTMLElement>("[aria-expanded]");

const isOpen = (row: Element | null): boolean => toggleOf(row)?.getAttribute("aria-expanded") === "true";

const focusOn = (row: Element | null | undefined): boolean => {
  // A place that the caller may not edit has no link.
  const element = row?.querySelector<HTMLElement>(".what a") ?? toggleOf(row ?? null);
  element?.focus();
  return Boolean(element);
};

const press = (button: HTMLElement | null | undefined): boolean => {
  button?.click();
  return Boolean(button);
};
