import { isFocusLost } from "./kept-focus.ts";

/** Where somebody was on a screen when they left it. */
export interface LeftAt {
  /** How far the window was scrolled, in CSS pixels. */
  readonly y: number;
  /** The id of the element that had the focus; empty for one without. */
  readonly focus: string;
}

export const leftAt = (): LeftAt => ({ y: scrollY, focus: document.activeElement?.id ?? "" });

let stop = () => {};

/**
 * Takes whoever has come back by the browser's history to where they were, as soon as the screen is as long
 * again and has drawn that element. Browsers themselves try it before a list has been read. Ends when
 * somebody does anything.
 */
export const wayBack = (left: LeftAt | undefined): void => {
  stop();
  if (!left) return;
  const { y, focus } = left;
  let isScrolled = false;
  const step = () => {
    if (!isScrolled && document.documentElement.scrollHeight - innerHeight < y) return;
    if (!isScrolled) scrollTo(0, y);
    isScrolled = true;
    const element = focus ? document.getElementById(focus) : null;
    if (focus && !element) return;
    if (isFocusLost()) element?.focus({ preventScroll: true });
    stop();
  };
  const observer = new MutationObserver(step);
  const acts = ["keydown", "pointerdown", "wheel"];
  stop = () => {
    observer.disconnect();
    for (const act of acts) removeEventListener(act, stop);
  };
  for (const act of acts) addEventListener(act, stop, { passive: true });
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ["style"] });
};
