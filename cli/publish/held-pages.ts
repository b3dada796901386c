import type { OwnedPage } from "./owned-pages.ts";
import type { Origin, PostFile } from "./walk.ts";

/** A file with a fault, or a folder that cannot be read. */
interface HeldFile {
  readonly file: PostFile;
  readonly id: number | undefined;
}

/**
 * Tells which pages belong to files with faults, or lie below folders that cannot be read. A run leaves them
 * alone: it neither takes them for pages without a file, nor gives them to another file.
 */
export const heldPages = (
  files: readonly HeldFile[],
  placeOf: (file: PostFile) => Origin | undefined,
): {
  readonly isHeld: (page: OwnedPage) => boolean;
  /** True if a file has a fault and no page that is known: its page may be one that has no file. */
  readonly isUnsure: (owned: readonly OwnedPage[]) => boolean;
} => {
  const held = files.map(({ file, id }) => ({ place: placeOf(file), id }));
  const isOf = (page: OwnedPage, { place, id }: (typeof held)[number]): boolean =>
    page.id === id || (place !== undefined && isIn(place, page));
  return {
    isHeld: (page) => held.some((each) => isOf(page, each)),
    isUnsure: (owned) => held.some((each) => each.place && !owned.some((page) => isOf(page, each))),
  };
};

/** True for the page of a file, and for those below a folder. */
const isIn = ({ name, path }: Origin, { source }: OwnedPage): boolean =>
  source.name === name &&
  (path === "" || source.path === path || source.path.startsWith(path.endsWith("/") ? path : `${path}/`));

export const unsure =
  "Nothing is taken off the site while a file has a fault whose page is not known: it may be one of these";
