/**
 * The focus is never lost. A button that is disabled while it works has it again afterwards; if what had it is
 * gone, what stood beside it has it, or the content of the screen. Without that, keys would go nowhere, and
 * screen readers would begin at the top.
 */

const focusable =
  "a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, summary, [tabindex]";

let last: Element | null = null;
let disabled: Element | null = null;

/** Nothing has the focus, or only the content as a whole. */
export const isFocusLost = (): boolean => document.activeElement?.matches("body, main") ?? true;

const within = (node: Node | null): HTMLElement | undefined => {
  if (!(node instanceof HTMLElement)) return undefined;
  return [node, ...node.querySelectorAll<HTMLElement>(focusable)].find(
    (each) => each.matches(focusable) && each.checkVisibility(),
  );
};

/** What can have the focus, nearest to where something was taken away. */
const nearest = ({ target, previousSibling, nextSibling }: MutationRecord): HTMLElement | undefined => {
  for (let node: Node | null = nextSibling; node; node = node.nextSibling) {
    const found = within(node);
    if (found) return found;
  }
  for (let node: Node | null = previousSibling; node; node = node.previousSibling) {
    const found = within(node);
    if (found) return found;
  }
  const parent = target instanceof Element ? target.closest<HTMLElement>(":is(form, section, main)") : null;
  return within(parent);
};

const look = (records: readonly MutationRecord[]): void => {
  for (const record of records) {
    const { type, target, removedNodes } = record;
    if (type === "attributes") {
      const isDisabled = (target as HTMLButtonElement).disabled;
      if (isDisabled && target === last) disabled = last;
      else if (!isDisabled && target === disabled) {
        if (isFocusLost()) (target as HTMLElement).focus();
        disabled = null;
      }
    } else if (last && [...removedNodes].some((node) => node.contains(last))) {
      const isOfDialog = last.closest("dialog") !== null;
      last = null;
      // Dialogs give it back to what had it, if anything.
      if (isOfDialog) continue;
      // An effect that knows better comes first.
      requestAnimationFrame(() => {
        const found = isFocusLost() ? nearest(record) : undefined;
        found?.focus({ preventScroll: found.matches("main") });
      });
    }
  }
};

/** Gives the focus to what tells of something that was done, if the button that did it cannot keep it. */
export const takeLostFocus = (element: HTMLElement | null): void => {
  if (isFocusLost()) element?.focus();
};

export const keepFocus = (root: Element): void => {
  addEventListener("focusin", ({ target }) => {
    last = target as Element;
    // Browsers leave a half of what stands at the edge of a line of links.
    if (last.matches("nav a:focus-visible")) last.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  new MutationObserver(look).observe(root, {
    ...{ subtree: true, childList: true, attributes: true },
    attributeFilter: ["disabled"],
  });
};
