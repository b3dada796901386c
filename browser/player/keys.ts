/** The actions of keys, by their names. */
export type Keys = Readonly<Record<string, () => void>>;

interface PlayerKeys {
  readonly keys: Keys;
  /** The space bar, where it presses nothing else. */
  readonly toggle: () => void;
  readonly position: HTMLElement;
  /** Further keys of the position. */
  readonly positionKeys: Keys;
}

/**
 * Listens to keys while the focus is in the figure, and never where a key writes, chooses or belongs to the
 * browser.
 */
export const listenToKeys = (
  figure: HTMLElement,
  { keys, toggle, position, positionKeys }: PlayerKeys,
): void => {
  const actionOf = (key: string, target: Element): (() => void) | undefined => {
    if (key === " ") return target.matches("button, a, summary, input") ? undefined : toggle;
    return keys[key] ?? (target === position ? positionKeys[key] : undefined);
  };
  figure.addEventListener("keydown", (event) => {
    const { key, target, ctrlKey, altKey, metaKey } = event;
    if (ctrlKey || altKey || metaKey || !(target instanceof Element)) return;
    if (target.matches("select, input[type=text]")) return;
    const act = actionOf(key, target);
    if (!act) return;
    event.preventDefault();
    act();
  });
};
