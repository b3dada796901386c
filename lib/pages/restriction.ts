/** Who may view a page or collection and everything below it: any user, members of groups, or whoever entered the password. */
export type Restriction =
  | { readonly type: "login" }
  | { readonly type: "groups"; readonly groups: readonly number[] }
  | { readonly type: "password"; readonly passwordHash: string };

/** The viewer, as far as view restrictions care. `passed` are the ids of the restricted pages whose password the session entered. */
export interface Viewer {
  readonly userId: number | null;
  readonly superuser: boolean;
  readonly groups: readonly number[];
  readonly passed: readonly number[];
}

/** The viewer who has said nothing about themselves. */
export const anonymousViewer: Viewer = { userId: null, superuser: false, groups: [], passed: [] };

/** True when the viewer passes the restriction of the page `pageId` (decisions §3: superusers pass all but passwords). */
export const passesRestriction = (viewer: Viewer, restriction: Restriction, pageId: number): boolean => {
  switch (restriction.type) {
    case "login":
      return viewer.userId !== null;
    case "groups":
      return viewer.superuser || restriction.groups.some((group) => viewer.groups.includes(group));
    case "password":
      return viewer.passed.includes(pageId);
  }
};
