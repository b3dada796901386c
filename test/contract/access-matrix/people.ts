/** Who asks: what the contract says that rights depend on, and nothing else. */
export interface Who {
  readonly name: string;
  /** Undefined for somebody who does not say who they are. */
  readonly user?: string;
  readonly isActive: boolean;
  readonly hasAdminAccess: boolean;
  readonly isStaff: boolean;
  readonly isSuperuser: boolean;
  readonly groups: readonly string[];
  /** What is granted on a page and all below it. */
  readonly pages: readonly Grant[];
  /** What is granted on a collection and all below it, for all kinds of media. */
  readonly collections: readonly Grant[];
  readonly by: "nothing" | "token" | "session";
  /** Null: without scope information. */
  readonly scopes: readonly string[] | null;
  /** Pages and collections to which the token is limited. */
  readonly parents?: readonly string[];
  readonly collectionLimits?: readonly string[];
}

interface Grant {
  readonly on: string;
  readonly allow: readonly string[];
}

const allOfPages = ["add", "change", "publish", "bulk_delete", "lock", "unlock"];
const allOfMedia = ["add", "change", "delete", "choose"];

interface Group {
  readonly name: string;
  readonly hasAdminAccess: boolean;
  readonly pages: readonly Grant[];
  readonly collections: readonly Grant[];
}

const group = (name: string, pages: readonly Grant[] = [], collections: readonly Grant[] = []): Group => ({
  name,
  hasAdminAccess: name !== "Readers",
  pages,
  collections,
});

export const groups: readonly Group[] = [
  group("Editors", [{ on: "/", allow: allOfPages }], [{ on: "Root", allow: allOfMedia }]),
  group("Writers", [{ on: "/home/notes", allow: ["add"] }], [{ on: "Root/Shows", allow: ["add", "choose"] }]),
  group("Correctors", [{ on: "/home/notes", allow: ["change"] }], [{ on: "Root/Shows", allow: ["change"] }]),
  group(
    "Publishers",
    [{ on: "/home/notes", allow: ["change", "publish"] }],
    [{ on: "Root/Shows", allow: ["delete"] }],
  ),
  group("Neighbours", [{ on: "/home/calls", allow: allOfPages }], [{ on: "Root/Other", allow: allOfMedia }]),
  group("Reviewers"),
  group("Guests"),
  group("Readers"),
];

interface User {
  readonly username: string;
  readonly groups: readonly string[];
  readonly staff?: boolean;
  readonly superuser?: boolean;
  readonly active?: boolean;
}

export const users: readonly User[] = [
  { username: "editor", groups: ["Editors"] },
  { username: "writer", groups: ["Writers"] },
  { username: "corrector", groups: ["Correctors"] },
  { username: "publisher", groups: ["Publishers"] },
  { username: "neighbour", groups: ["Neighbours"] },
  { username: "reviewer", groups: ["Reviewers"] },
  { username: "guest", groups: ["Guests"] },
  { username: "reader", groups: ["Readers"] },
  { username: "superuser", groups: [], superuser: true },
  { username: "staff", groups: [], staff: true },
  { username: "moderator", groups: ["Guests"], staff: true },
  { username: "former", groups: ["Editors"], active: false },
];

const nobody: Who = {
  name: "nobody",
  ...{ isActive: true, hasAdminAccess: false, isStaff: false, isSuperuser: false },
  ...{ groups: [], pages: [], collections: [] },
  ...{ by: "nothing", scopes: null },
};

type Limits = Partial<Pick<Who, "by" | "scopes" | "parents" | "collectionLimits">>;

const who = (username: string, limits: Limits = {}, suffix = ""): Who => {
  const {
    groups: names,
    staff = false,
    superuser = false,
    active = true,
  } = users.find((user) => user.username === username)!;
  const own = groups.filter(({ name }) => names.includes(name));
  return {
    ...{ ...nobody, name: `${username}${suffix}`, user: username, groups: names },
    ...{ isActive: active, isStaff: staff, isSuperuser: superuser },
    hasAdminAccess: superuser || own.some(({ hasAdminAccess }) => hasAdminAccess),
    pages: own.flatMap(({ pages }) => pages),
    collections: own.flatMap(({ collections }) => collections),
    by: "token",
    ...limits,
  };
};

const notes = { parents: ["/home/notes"] };

/** Tokens with limits; each is called as its user and its limits. */
const limited: readonly Who[] = [
  ...["write", "publish", "delete"].map((scope) => who("editor", { scopes: [scope] }, `-${scope}`)),
  who("editor", { scopes: [] }, "-none"),
  who("editor", notes, "-notes"),
  who("editor", { collectionLimits: ["Root/Shows"] }, "-shows"),
  who("superuser", { scopes: ["admin"] }, "-admin"),
  who("superuser", { scopes: ["write", "publish", "delete"] }, "-all-but-admin"),
  who("superuser", notes, "-notes"),
  who("superuser", { collectionLimits: ["Root/Shows"] }, "-shows"),
  who("moderator", { scopes: [] }, "-none"),
  who("moderator", notes, "-notes"),
];

/** A token that was issued for one of another service. */
export const exchanged: Who = who("editor", { scopes: ["write", "publish"], ...notes }, "-by-exchange");

export const tokens: readonly Who[] = [...users.map(({ username }) => who(username)), ...limited];

export const sessions: readonly Who[] = ["editor", "superuser"].map((username) =>
  who(username, { by: "session" }, "-by-session"),
);

export const everybody: readonly Who[] = [nobody, ...tokens, exchanged, ...sessions];
