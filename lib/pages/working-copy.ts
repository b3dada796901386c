/** What a user has typed into a page and not saved (contract#working-copies). */
export interface WorkingCopy {
  /** Above those of all working copies that the user has had of the page. */
  readonly version: number;
  /** The revision that the user has begun with, as the client says. */
  readonly baseRevisionId: number;
  /** The body of a PATCH, of which nothing was checked. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** An instant, ISO 8601 UTC. */
  readonly updatedAt: string;
  /** The name of a tab or device. */
  readonly client: string | null;
}

/** The most bytes of the fields, as JSON in UTF-8. */
export const maxWorkingCopyBytes = 1_000_000;

/** How long a working copy stays after it was written. */
export const workingCopyMs = 30 * 24 * 3_600_000;

/** How long after that others are told that the page is being edited. */
export const beingEditedMs = 600_000;

/** A page that somebody is editing. */
export interface BeingEdited {
  readonly pageId: number;
  readonly userId: number;
  /** An instant, ISO 8601 UTC. */
  readonly updatedAt: string;
}

/** No body of a page nests as deeply; what writes JSON calls itself at each level. */
const maxDepth = 500;

/** False for what nests so deeply that writing JSON of it might exhaust the stack. */
export const isShallow = (value: unknown): boolean => {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return false;
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
  }
  return true;
};
