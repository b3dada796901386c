/**
 * Who may view a page or collection and everything below it: any user, members of groups, or whoever entered
 * the password.
 */
export type Restriction =
  | { readonly type: "login" }
  | { readonly type: "groups"; readonly groups: readonly number[] }
  | { readonly type: "password"; readonly passwordHash: string };

/**
 * The viewer, as far as view restrictions care. `passed` are the stamps of the passwords that the session
 * entered.
 */
export interface Viewer {
  readonly userId: number | null;
  readonly superuser: boolean;
  readonly groups: readonly number[];
  readonly passed: readonly string[];
}

/** The viewer who has said nothing about themselves. */
export const anonymousViewer: Viewer = { userId: null, superuser: false, groups: [], passed: [] };

/**
 * What a session remembers of a password that was entered: the salt of its hash
 * (`argon2id$m=19456,t=2,p=1$SALT$TAG`), which no other hash has. So it opens nothing else, and nothing at
 * all once the password was set anew.
 */
export const stampOfPassword = (passwordHash: string): string => passwordHash.split("$")[2] ?? passwordHash;

/**
 * True when the viewer passes the restriction; superusers pass all but passwords
 * (contract#view-restrictions).
 */
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
