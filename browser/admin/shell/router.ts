import { signal } from "@preact/signals";
import { leftAt, wayBack } from "./way-back.ts";

/** The path below `/cms`, such as `/pages/`, and the query. */
export const place = signal(placeNow());

function placeNow() {
  return {
    path: location.pathname.replace(/^\/cms/, "") || "/",
    query: new URLSearchParams(location.search),
  };
}

/** Asked before a page is left; gives false to stay. */
let mayLeave: () => boolean | Promise<boolean> = () => true;

export const askBeforeLeaving = (ask: typeof mayLeave): (() => void) => {
  mayLeave = ask;
  return () => {
    mayLeave = () => true;
  };
};

/** Goes to an address below `/cms` without loading the page anew. */
export const go = async (address: string, { replaces = false } = {}): Promise<void> => {
  if (!(await mayLeave())) return;
  if (!replaces) history.replaceState(leftAt(), "");
  wayBack(undefined);
  history[replaces ? "replaceState" : "pushState"](null, "", `/cms${address}`);
  place.value = placeNow();
  if (!replaces) scrollTo(0, 0);
};

/** Lets the page that is open finish what it does before it is left. */
export const leavePage = (): boolean | Promise<boolean> => mayLeave();

export const addressOf = (path: string): string => `/cms${path}`;

addEventListener("popstate", ({ state }) => {
  // One whose words would be lost is still where they are. Pages keep theirs, and need not be asked.
  if (mayLeave() === false) {
    const { path, query } = place.value;
    history.pushState(null, "", `/cms${path}${query.size > 0 ? `?${query}` : ""}`);
    return;
  }
  place.value = placeNow();
  wayBack(state ?? undefined);
});

/** Links below `/cms` need no new page, but for those of the service itself. */
addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target || link.download)
    return;
  const { origin, pathname, search } = new URL(link.href);
  if (origin !== location.origin || !/^\/cms\//.test(pathname) || isOfService(pathname)) return;
  event.preventDefault();
  void go(pathname.slice(4) + search);
});

const isOfService = (path: string): boolean =>
  /\/(?:view_draft|previews\/.*)\/$|^\/cms\/statistics\//.test(path);
