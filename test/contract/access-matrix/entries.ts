import type { Who } from "./people.ts";

/**
 * What the contract says about who may do what with which object, restated without the code that decides it.
 * `in`: the caller is admitted, whatever the answer is then; `sign in`: sent to the form.
 */
export type AccessOutcome = "in" | "sign in" | 401 | 403 | 404;

type PageKind = "home" | "blog" | "podcast" | "post" | "episode";
type MediaKind = "image" | "audio" | "video";

/** An object of the world, with all that rights on it depend on. */
export interface Thing {
  readonly name: string;
  readonly id: number;
  readonly kind:
    | PageKind
    | MediaKind
    | "comment"
    | "token"
    | "upload"
    | "feed"
    | "user"
    | "webhook"
    | "nothing";
  /** Of pages and media: itself and what is above it, as paths. */
  readonly path: readonly string[];
  readonly owner?: string | undefined;
  /** Of pages. */
  readonly isLive?: boolean;
  readonly isInBin?: boolean;
  /** Only these groups may view it, or what is above it. */
  readonly restriction?: readonly string[] | undefined;
  /** The groups that have to review it now. */
  readonly reviewers?: readonly string[] | undefined;
  readonly lockOwner?: string | undefined;
  /** Of audios: the pages that play it. */
  readonly playedBy?: readonly Thing[];
  /** Of pages: the id of a preview link, and its key; of webhooks: the id of a delivery. */
  readonly link?: { readonly id: number; readonly key: string };
  readonly delivery?: number;
}

const pages: readonly Thing["kind"][] = ["home", "blog", "podcast", "post", "episode"];
const media: readonly Thing["kind"][] = ["image", "audio", "video"];

// Rights, as contract#page-permissions, contract#collection-permissions and contract#token-limits have them.

const isOneOf = (path: readonly string[], limit: readonly string[] | undefined): boolean =>
  limit === undefined || path.some((each) => limit.includes(each));

/** True if the caller's token is limited to something else (contract#token-limits). */
export const isOutside = ({ parents, collectionLimits }: Who, { kind, path }: Thing): boolean =>
  path.length > 0 && !isOneOf(path, media.includes(kind) ? collectionLimits : parents);

const isGranted = (grants: Who["pages"], permission: string, path: readonly string[]): boolean =>
  grants.some(({ on, allow }) => path.includes(on) && allow.includes(permission));

const hasOnPage = (who: Who, permission: string, { path }: Thing): boolean =>
  isOneOf(path, who.parents) && (who.isSuperuser || isGranted(who.pages, permission, path));

const owns = (who: Who, { owner }: Thing): boolean => owner !== undefined && owner === who.user;

const reviews = (who: Who, page: Thing): boolean =>
  isOneOf(page.path, who.parents) &&
  (who.isSuperuser || (page.reviewers ?? []).some((name) => who.groups.includes(name)));

const edits = (who: Who, page: Thing): boolean =>
  hasOnPage(who, "change", page) || (owns(who, page) && hasOnPage(who, "add", page)) || reviews(who, page);

/** Where there is no workflow, there is nobody whom it does not allow to decide (contract#workflow-steps). */
const decides = (who: Who, page: Thing): boolean =>
  edits(who, page) && (page.reviewers === undefined || reviews(who, page));

const publishes = (who: Who, page: Thing): boolean => edits(who, page) && hasOnPage(who, "publish", page);

const hasOnMedia = (who: Who, permission: string, { path }: Thing): boolean =>
  isOneOf(path, who.collectionLimits) && (who.isSuperuser || isGranted(who.collections, permission, path));

const changesMedia = (who: Who, media: Thing): boolean =>
  hasOnMedia(who, "change", media) || (owns(who, media) && hasOnMedia(who, "add", media));

const deletesMedia = (who: Who, media: Thing): boolean =>
  changesMedia(who, media) || hasOnMedia(who, "delete", media);

/** contract#view-restrictions; a token with limits sees what everybody sees. */
const views = (who: Who, { restriction }: Thing): boolean =>
  restriction === undefined ||
  (who.parents === undefined &&
    who.collectionLimits === undefined &&
    (who.isSuperuser || restriction.some((name) => who.groups.includes(name))));

const isVisible = (who: Who, page: Thing): boolean =>
  page.isLive === true && page.isInBin !== true && views(who, page);

// Entries: contract#order-of-checks, contract#editor-access, contract#scopes.

/** What a caller gets whatever the object is; undefined for who is let in. */
type Door = (who: Who) => AccessOutcome | undefined;

const everybody: Door = (who) => (who.isActive ? undefined : 401);

const behind =
  (isAllowed: (who: Who) => boolean): Door =>
  (who) => {
    if (!who.isActive) return 401;
    return who.user !== undefined && isAllowed(who) ? undefined : 403;
  };

const hasScope = ({ scopes }: Who, scope: string | null): boolean =>
  scope === null || scopes === null || scopes.includes(scope);

const signedIn = (scope: string | null = null): Door => behind((who) => hasScope(who, scope));

const editors = (scope: string | null = null): Door =>
  behind((who) => who.hasAdminAccess && hasScope(who, scope));

const sessionsOfEditors: Door = behind((who) => who.hasAdminAccess && who.by === "session");

/** contract#private-feeds */
const signedInSessions: Door = behind((who) => who.by === "session");

const isUnlimited = ({ parents, collectionLimits }: Who): boolean =>
  parents === undefined && collectionLimits === undefined;

const superusersWithoutScopes: Door = behind(
  (who) => who.isSuperuser && isUnlimited(who) && who.scopes === null,
);

const administrators: Door = behind((who) => who.isSuperuser && isUnlimited(who) && hasScope(who, "admin"));

/** What staff decide on is on any page. */
const moderators: Door = behind(
  (who) => who.hasAdminAccess && who.isStaff && who.parents === undefined && hasScope(who, "write"),
);

const staff: Door = behind((who) => who.isStaff);

/** contract#editors-pages */
const peopleWithAdminAccess: Door = (who) => {
  if (!who.isActive) return 401;
  if (who.user === undefined) return "sign in";
  return who.hasAdminAccess ? undefined : 403;
};

/** A route's part of the matrix. */
export interface Entry {
  /** All objects of these kinds are tried … */
  readonly kinds: readonly Thing["kind"][];
  /** … and the first of these, which could be taken for one of those. */
  readonly near: readonly Thing["kind"][];
  readonly door: Door;
  readonly expect: (who: Who, thing: Thing) => AccessOutcome;
  /** What is sent, so that only rights can refuse it. */
  readonly body?: (thing: Thing) => object | string;
}

interface Rule {
  readonly door: Door;
  /** Which objects the route knows; others are 404. */
  readonly knows: (who: Who, thing: Thing) => boolean;
  readonly may?: (who: Who, thing: Thing) => boolean;
}

const entry = (
  kinds: Entry["kinds"],
  { door, knows, may = () => true }: Rule,
  body?: Entry["body"],
): Entry => ({
  kinds,
  near: [media, pages].find((kin) => kinds.some((kind) => kin.includes(kind))) ?? [],
  door,
  expect: (who, thing) => door(who) ?? (knows(who, thing) ? (may(who, thing) ? "in" : 403) : 404),
  ...(body && { body }),
});

const title = () => ({ title: "Another title" });
const publishAt = () => ({ publish_at: "2090-01-01T00:00:00Z" });

/** What is below each post and episode (docs/contract/editor.md, states.md, editor-reads.md). */
const belowPosts: Readonly<Record<string, { scope?: string; may?: Rule["may"]; body?: Entry["body"] }>> = {
  read: {},
  preview: {},
  "list-revisions": {},
  "read-revision": {},
  "diff-revision": {},
  "list-history": {},
  update: { scope: "write", body: (page) => ({ ...baseOf(page), ...title() }) },
  "restore-revision": { scope: "write", body: baseOf },
  publish: { scope: "publish", may: publishes, body: baseOf },
  unpublish: { scope: "publish", may: publishes },
  schedule: { scope: "publish", may: publishes, body: publishAt },
  unschedule: { scope: "publish", may: publishes },
  "read-working-copy": {},
  "put-working-copy": { scope: "write", body: () => ({ base_revision_id: 1, fields: {} }) },
  "delete-working-copy": { scope: "write" },
  "list-preview-links": {},
  "create-preview-link": { scope: "write", body: () => ({}) },
  "delete-preview-link": { scope: "write" },
  delete: {
    scope: "delete",
    may: (who, page) => edits(who, page) && (!page.isLive || hasOnPage(who, "publish", page)),
  },
  lock: { scope: "write", may: (who, page) => edits(who, page) && hasOnPage(who, "lock", page) },
  unlock: {
    scope: "write",
    may: (who, page) =>
      edits(who, page) &&
      (page.lockOwner === undefined || page.lockOwner === who.user || hasOnPage(who, "unlock", page)),
  },
  "start-workflow": { scope: "write" },
  approve: { scope: "write", may: decides },
  "request-changes": { scope: "write", may: decides },
  "cancel-workflow": {
    scope: "write",
    may: (who, page) => decides(who, page) || (edits(who, page) && owns(who, page)),
  },
};

/** The latest revision, which a test fills in. */
export const latestRevisions = new Map<number, number>();

function baseOf({ id }: Thing) {
  return { base_revision_id: latestRevisions.get(id) ?? 1 };
}

const belowPages = (surface: "posts" | "episodes", kinds: readonly Thing["kind"][]) =>
  Object.entries(belowPosts).map(([name, { scope = null, may = edits, body }]): [string, Entry] => {
    const knows = (_: Who, { kind, isInBin }: Thing) => kinds.includes(kind) && !isInBin;
    return [`editor/${surface}/${name}`, entry(kinds, { door: editors(scope), knows, may }, body)];
  });

const readsMedia = (who: Who, thing: Thing): boolean =>
  hasOnMedia(who, "choose", thing) || deletesMedia(who, thing);

const belowMedia = (["image", "audio", "video"] as const).flatMap((kind): [string, Entry][] => {
  const knows = (_: Who, thing: Thing) => thing.kind === kind;
  return [
    [`editor/media/read-${kind}`, entry([kind], { door: editors(), knows, may: readsMedia })],
    [
      `editor/media/update-${kind}`,
      entry([kind], { door: editors("write"), knows, may: changesMedia }, title),
    ],
    [`editor/media/delete-${kind}`, entry([kind], { door: editors("delete"), knows, may: deletesMedia })],
  ];
});

const isAudio = (_: Who, { kind }: Thing): boolean => kind === "audio";

/** What every audio of the world has already, and gets again. */
export const transcriptText = "A bittern calls.";

/** contract#transcripts */
const transcripts: readonly [string, Entry][] = [
  ["read", entry(["audio"], { door: editors(), knows: isAudio, may: readsMedia })],
  [
    "put",
    entry(["audio"], { door: editors("write"), knows: isAudio, may: changesMedia }, () => transcriptText),
  ],
  ["delete", entry(["audio"], { door: editors("write"), knows: isAudio, may: changesMedia })],
].map(([name, rule]) => [`editor/media/${name}-transcript`, rule] as [string, Entry]);

/** contract#webhook-objects */
const webhooks = ["read", "update", "delete", "test", "list-deliveries", "replay-delivery"].map(
  (name): [string, Entry] => [
    `editor/webhooks/${name}`,
    entry(
      ["webhook"],
      { door: superusersWithoutScopes, knows: (_, { kind }) => kind === "webhook" },
      name === "update" ? () => ({ name: "another name" }) : undefined,
    ),
  ],
);

/** contract#administered-users, contract#administered-tokens, contract#administered-pages */
const administration: readonly [string, Entry][] = [
  [
    "users/update",
    entry(["user"], { door: administrators, knows: (_, { kind }) => kind === "user" }, () => ({})),
  ],
  ["tokens/delete", entry(["token"], { door: administrators, knows: (_, { kind }) => kind === "token" })],
  [
    "pages/change",
    entry(
      pages,
      {
        door: administrators,
        knows: (_, { kind, isInBin }) => pages.includes(kind) && !isInBin,
      },
      () => ({ action: "unlock" }),
    ),
  ],
].map(([name, rule]) => [`administration/${name}`, rule] as [string, Entry]);

/** Whoever has the key; credentials mean nothing (contract#preview-link-pages). */
const openPreviews = ["read", "show"].map((name): [string, Entry] => [
  `preview-links/${name}`,
  entry(["post", "episode"], { door: everybody, knows: (_, { link }) => link !== undefined }),
]);

/** contract#legacy-owners, contract#legacy-delete */
const legacy = (["audio", "video"] as const).flatMap((kind): [string, Entry][] => {
  const knows = (who: Who, thing: Thing) =>
    thing.kind === kind && owns(who, thing) && isOneOf(thing.path, who.collectionLimits);
  const may = (who: Who, thing: Thing) => who.hasAdminAccess && deletesMedia(who, thing);
  return [
    [`${kind}s/read`, entry([kind], { door: signedIn(), knows })],
    [`${kind}s/delete`, entry([kind], { door: signedIn("delete"), knows, may })],
  ];
});

const isPost = ({ kind, isInBin }: Thing): boolean => (kind === "post" || kind === "episode") && !isInBin;

const isOwn = (who: Who, thing: Thing): boolean => owns(who, thing);

/** Every route with an id. */
export const accessEntries: Readonly<Record<string, Entry>> = Object.fromEntries([
  ...belowPages("posts", ["post", "episode"]),
  ...belowPages("episodes", ["episode"]),
  ...belowMedia,
  ...transcripts,
  ...webhooks,
  ...administration,
  ...openPreviews,
  ...legacy,
  ...["approve", "refuse", "remove"].map((verb): [string, Entry] => [
    `comments/${verb}`,
    entry(["comment"], { door: moderators, knows: (_, { kind }) => kind === "comment" }),
  ]),
  ["private-feeds/delete", entry(["feed"], { door: signedInSessions, knows: isOwn })],
  ["editor/tokens/delete", entry(["token"], { door: sessionsOfEditors, knows: isOwn })],
  ...(
    [
      ["read", null],
      ["presign", "write", () => ({ parts: [{ number: 1, sha256: "0".repeat(64) }] })],
      ["complete", "write"],
      ["delete", "write"],
    ] as const
  ).map(([name, scope, body]): [string, Entry] => [
    `editor/uploads/${name}`,
    entry(["upload"], { door: editors(scope), knows: isOwn }, body),
  ]),
  [
    "editor/bin/restore",
    entry(pages, {
      door: editors("write"),
      knows: (_, { isInBin }) => isInBin === true,
      may: (who, page) => edits(who, page) && hasOnPage(who, "add", page),
    }),
  ],
  [
    "editor/parents/list-seasons",
    entry(pages, {
      door: editors(),
      knows: (_, { kind }) => kind === "blog" || kind === "podcast",
      may: (who, page) => edits(who, page) || hasOnPage(who, "add", page),
    }),
  ],
  [
    "cms/pages/preview",
    entry(pages, { door: peopleWithAdminAccess, knows: (_, page) => isPost(page), may: edits }),
  ],
  ["pages/read", entry(pages, { door: everybody, knows: isVisible })],
  ...["facets/read", "suggestions/read"].map((id): [string, Entry] => [
    id,
    entry(pages, {
      door: everybody,
      // contract#who-counts: restricted blogs are 404 for everybody.
      knows: (who, page) =>
        (page.kind === "blog" || page.kind === "podcast") &&
        page.restriction === undefined &&
        isVisible(who, page),
    }),
  ]),
  [
    "images/read",
    entry(media, { door: staff, knows: (who, thing) => thing.kind === "image" && views(who, thing) }),
  ],
  [
    "audios/webplayer",
    entry(["audio"], {
      door: everybody,
      knows: (who, { playedBy = [] }) => playedBy.some((page) => isVisible(who, page) || edits(who, page)),
    }),
  ],
  [
    "audios/webplayer-for-post",
    entry(["audio"], {
      door: everybody,
      knows: (who, { playedBy = [] }) =>
        playedBy.slice(0, 1).some((page) => isVisible(who, page) || edits(who, page)),
    }),
  ],
]);
