/**
 * The viewers of a page or collection and all below it: users, groups, or everybody who knows the password.
 */
export type Restriction = (
  | { readonly type: "login" }
  | { readonly type: "groups"; readonly groups: readonly number[] }
  | { readonly type: "password"; readonly passwordHash: string }
) & {
  /** The mark of what an administrator has set on a page: all other restrictions are of manifests. */
  readonly byHand?: true;
};

/** `passed` has the stamps of the passwords that the session entered. */
export interface Viewer {
  readonly userId: number | null;
  readonly superuser: boolean;
  readonly groups: readonly number[];
  readonly passed: readonly string[];
}

export const anonymousViewer: Viewer = { userId: null, superuser: false, groups: [], passed: [] };

/**
 * The text that a session stores for an entered password: the salt of its hash, which a new password changes.
 */
export const stampOfPassword = (passwordHash: string): string => passwordHash.split("$")[2] ?? passwordHash;

/** Superusers pass all restrictions but passwords (contract#view-restrictions). */
export const passesRestriction = (viewer: Viewer, restriction: Restriction): boolean => {
  switch (restriction.type) {
    case "login":
      return viewer.userId !== null;
    case "groups":
      return viewer.superuser || restriction.groups.some((group) => viewer.groups.includes(group));
    case "password":
      return viewer.passed.length > 0 && viewer.passed.includes(stampOfPassword(restriction.passwordHash));
  }
};
