import { type ReadonlySignal, signal } from "@preact/signals";

/**
 * Whether the window is at most so wide (in rem). Where a narrow window has another order of parts, their
 * elements are in that order, too: Tab and screen readers follow it.
 */
const isAtMost = (width: number): ReadonlySignal<boolean> => {
  const query = matchMedia(`(max-width: ${width}rem)`);
  const isNarrow = signal(query.matches);
  query.addEventListener("change", () => {
    isNarrow.value = query.matches;
  });
  return isNarrow;
};

/** The bar has two lines. */
export const isBarNarrow = isAtMost(40);

/** What stands beside a text, or a list, stands above or below it. */
export const isOneColumn = isAtMost(60);
