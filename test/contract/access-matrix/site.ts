import { hashOfSecret } from "#lib/access/secrets.ts";
import { storeWorkingCopy } from "#lib/actions/pages/working-copies.ts";
import { makePrivateFeed } from "#lib/actions/people/private-feeds.ts";
import { queueTest } from "#lib/actions/webhooks/queue-delivery.ts";
import { clock } from "#lib/clock.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { listComments } from "#lib/routes/comments.ts";
import { createEpisode, publishEpisode } from "#lib/routes/editor-posts.ts";
import { createPostPreviewLink } from "#lib/routes/editor-preview-links.ts";
import { deletePost } from "#lib/routes/editor-state.ts";
import { putAudioTranscript } from "#lib/routes/editor-transcripts.ts";
import { createUpload } from "#lib/routes/editor-uploads.ts";
import { exchangeForToken } from "#lib/routes/token.ts";
import { noteUse, tokenId } from "#lib/store/credentials.ts";
import { readTokens } from "#lib/store/listed-credentials.ts";
import { readPages } from "#lib/store/pages.ts";
import { readWebhooks } from "#lib/store/webhooks.ts";
import { type CallOptions, call } from "#test/support/call.ts";
import { makeAudio, makeImage, makeVideo } from "#test/support/media.ts";
import { sessionHeadersOf } from "#test/support/session.ts";
import { keyPair, signedToken } from "#test/support/stand-in-issuer.ts";
import { latestRevisions, type Thing, transcriptText } from "./entries.ts";
import { exchanged, groups, sessions, tokens, users, type Who } from "./people.ts";

/** A page in the manifest, with what rights depend on. */
interface PlannedPage extends Partial<Omit<Thing, "id" | "path">> {
  readonly name: string;
  readonly below: "notes" | "calls" | "members";
  readonly manifest?: object;
}

const review = { workflow: { name: "Review", state: "in_progress" } };
const draft = { live: false };

const planned: readonly PlannedPage[] = [
  {
    ...{ name: "public", below: "notes", owner: "editor", isLive: true },
    manifest: { comments: [{ name: "Bo", body: "Lovely!", moderation: "pending" }] },
  },
  { name: "own draft", below: "notes", owner: "writer", manifest: draft },
  { name: "draft of another", below: "notes", owner: "editor", manifest: draft },
  { name: "own public post", below: "notes", owner: "writer", isLive: true },
  {
    name: "for editors",
    below: "notes",
    isLive: true,
    restriction: ["Editors"],
    manifest: { restriction: { type: "groups", groups: ["Editors"] } },
  },
  { name: "in review", below: "notes", reviewers: ["Reviewers"], manifest: { ...draft, ...review } },
  {
    name: "locked",
    below: "notes",
    owner: "writer",
    lockOwner: "editor",
    manifest: { ...draft, locked: true, locked_by: "editor" },
  },
  { name: "in the bin", below: "notes", owner: "writer", isInBin: true, manifest: draft },
  { name: "neighbour in the bin", below: "calls", owner: "neighbour", isInBin: true, manifest: draft },
  { name: "episode draft", below: "calls", owner: "neighbour", manifest: draft },
  { name: "for members", below: "members", isLive: true, restriction: ["Readers"] },
];

const page = ({ name, below, owner, manifest }: PlannedPage) => ({
  type: below === "calls" ? "site.Episode" : "site.Post",
  ...{ key: name, slug: name.replaceAll(" ", "-"), title: name, ...(owner && { owner }) },
  ...manifest,
});

const childrenOf = (blog: string) => planned.filter(({ below }) => below === blog).map(page);

const secretOf = (name: string): string => `secret of ${name}`;

const key = keyPair("matrix");
const trust = { issuer: "https://ci.example", audience: "https://notes.example", claims: { sub: "main" } };

const manifest = {
  version: 1,
  groups: groups.map(({ name, hasAdminAccess, pages, collections }) => ({
    ...{ name, admin_access: hasAdminAccess },
    pages: pages.map(({ on, allow }) => ({ page: on, allow })),
    collections: collections.map(({ on, allow }) => ({
      ...{ collection: on, images: allow, audios: allow, videos: allow },
    })),
  })),
  users,
  tokens: tokens.map(({ name, user, scopes, parents, collectionLimits }) => ({
    ...{ name, user, secret: secretOf(name) },
    ...(scopes && { scopes }),
    ...(parents && { parents }),
    ...(collectionLimits && { collections: collectionLimits }),
  })),
  oidc: [
    {
      ...{ ...trust, jwks: { keys: [key.jwk] }, user: exchanged.user },
      ...{ scopes: exchanged.scopes, parents: exchanged.parents },
    },
  ],
  collections: [
    ...["Root/Shows", "Root/Other"].map((path) => ({ path })),
    { path: "Root/Private", restriction: { type: "groups", groups: ["Editors"] } },
  ],
  webhooks: [{ name: "build", url: "https://hooks.example/", secret: `whsec_${"A".repeat(43)}=` }],
  workflows: [
    {
      name: "Review",
      tasks: [
        { name: "Reading", groups: ["Reviewers"] },
        { name: "Correcting", groups: ["Correctors"] },
      ],
      pages: ["/home/notes"],
    },
  ],
  pages: [
    {
      ...{ type: "site.HomePage", key: "home", slug: "home", title: "Home" },
      children: [
        { type: "site.Blog", key: "notes", slug: "notes", title: "Notes", children: childrenOf("notes") },
        { type: "site.Podcast", key: "calls", slug: "calls", title: "Calls", children: childrenOf("calls") },
        {
          ...{ type: "site.Blog", key: "members", slug: "members", title: "Members" },
          restriction: { type: "groups", groups: ["Readers"] },
          children: childrenOf("members"),
        },
      ],
    },
  ],
};

export const plainTextType = { "content-type": "text/plain" };

/** The id of no object. */
export const nothing = 987_654;

export const things: Thing[] = [];
export const credentials = new Map<Who, Pick<CallOptions<string>, "as" | "headers">>();

export const thingOf = (name: string): Thing => things.find((thing) => thing.name === name)!;

/** Ids of media are far from each other and from those of pages, so that no id is that of two objects. */
const makeMedia = async (
  collections: Readonly<Record<string, number>>,
  userIds: Readonly<Record<string, number>>,
): Promise<void> => {
  const makers = { image: makeImage, audio: makeAudio, video: makeVideo };
  let first = 10_000;
  for (const kind of ["image", "audio", "video"] as const) {
    first += 10_000;
    const places: readonly (readonly [string, string | undefined])[] = [
      ...([
        ["Root", "editor"],
        ["Root/Shows", "writer"],
        ["Root/Shows", undefined],
      ] as const),
      ...([
        ["Root/Other", "superuser"],
        ["Root/Private", "reader"],
      ] as const),
    ];
    for (const [index, [path, owner]] of places.entries()) {
      const id = first + index;
      const ownerId = owner === undefined ? null : userIds[owner]!;
      await makers[kind]({ collectionId: collections[path]!, ownerId }, id);
      things.push({
        ...{ name: `${kind} ${index}`, id, kind, owner },
        path: path === "Root" ? ["Root"] : ["Root", path],
        ...(path === "Root/Private" && { restriction: ["Editors"] }),
      });
    }
  }
};

/** Two episodes, each with an audio of its own: one is public, the other a draft. */
const makeEpisodes = async (podcast: number): Promise<void> => {
  for (const [index, isLive] of [true, false].entries()) {
    const audio = things.findIndex(({ name }) => name === `audio ${index}`);
    const slug = `episode-${index}`;
    const body = {
      parent: { id: podcast },
      title: slug,
      slug,
      overview: [],
      podcast_audio: { id: things[audio]!.id },
    };
    const { id } = (await call(createEpisode, { as: secretOf("editor"), body })).body;
    if (isLive) await call(publishEpisode, { as: secretOf("editor"), params: { id } });
    const path = ["/", "/home", "/home/calls", `/home/calls/${slug}`];
    const episode: Thing = { name: slug, id, kind: "episode", path, owner: "editor", isLive };
    things.push(episode);
    things[audio] = { ...things[audio]!, playedBy: [episode] };
  }
};

const makePages = async (ids: Readonly<Record<string, number>>): Promise<void> => {
  const above = ["/", "/home"];
  const restriction = ["Readers"];
  things.push(
    { name: "home", id: ids.home!, kind: "home", path: above, isLive: true },
    { name: "notes", id: ids.notes!, kind: "blog", path: [...above, "/home/notes"], isLive: true },
    { name: "calls", id: ids.calls!, kind: "podcast", path: [...above, "/home/calls"], isLive: true },
    {
      name: "members",
      id: ids.members!,
      kind: "blog",
      path: [...above, "/home/members"],
      isLive: true,
      restriction,
    },
  );
  for (const { name, below, manifest: _, ...facts } of planned) {
    const id = ids[name]!;
    const path = [...above, `/home/${below}`, `/home/${below}/${name}`];
    things.push({ name, id, kind: below === "calls" ? "episode" : "post", path, ...facts });
    if (facts.isInBin) await call(deletePost, { as: secretOf("superuser"), params: { id } });
  }
};

/** A preview link of each post and episode that is there, and a transcript of each audio. */
const makeLinksAndTranscripts = async (): Promise<void> => {
  const as = secretOf("superuser");
  for (const [index, thing] of things.entries()) {
    const params = { id: thing.id };
    if (thing.kind === "audio")
      await call(putAudioTranscript, { as, params, headers: plainTextType, body: transcriptText });
    if (thing.isInBin || (thing.kind !== "post" && thing.kind !== "episode")) continue;
    const { body } = await call(createPostPreviewLink, { as, params, body: {} });
    const key = new URL(body.url).searchParams.get("key")!;
    things[index] = { ...thing, link: { id: body.id, key } };
  }
};

/** Everybody has a working copy of every page, also who could edit it once at most. */
const makeWorkingCopies = async (userIds: Readonly<Record<string, number>>): Promise<void> => {
  const copy = { baseRevisionId: 1, fields: { title: "Half a thought" }, client: null };
  const own = things.filter(({ kind, isInBin }) => (kind === "post" || kind === "episode") && !isInBin);
  for (const { id } of own)
    for (const userId of Object.values(userIds))
      await storeWorkingCopy(id, {
        ...{ userId, copy, expected: "0", permit: () => {} },
        conflict: () => new Error("There is one."),
      });
};

const makeOthers = async (): Promise<void> => {
  const { body } = await call(listComments, { as: secretOf("moderator") });
  things.push({ name: "comment", id: body.results[0].id, kind: "comment", path: [] });
  const issued = await readTokens();
  for (const owner of ["editor", "writer"]) {
    const token = issued.find(({ token: { name } }) => name === owner)!;
    things.push({ name: `token of ${owner}`, id: tokenId(token.hash), kind: "token", path: [], owner });
    const upload = await call(createUpload, { as: secretOf(owner), body: { name: "heron.mp3", size: 10 } });
    things.push({ name: `upload of ${owner}`, id: upload.body.id, kind: "upload", path: [], owner });
  }
  const [webhook] = await readWebhooks();
  const { id } = webhook!.webhook;
  things.push({ name: "webhook", id, kind: "webhook", path: [], delivery: (await queueTest(id)).id });
  things.push({ name: "nothing", id: nothing, kind: "nothing", path: [] });
};

const exchangeForm = async () =>
  new URLSearchParams({
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    subject_token: await signedToken(
      { iss: trust.issuer, aud: trust.audience, ...trust.claims, exp: Date.now() / 1000 + 300 },
      key,
    ),
    subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
  }).toString();

/** Two people's private feeds. */
const makeFeeds = async (userIds: Readonly<Record<string, number>>): Promise<void> => {
  for (const owner of ["editor", "writer"]) {
    const { id } = await makePrivateFeed(userIds[owner]!, 17, hashOfSecret(`feed of ${owner}`));
    things.push({ name: `feed of ${owner}`, id, kind: "feed", path: [], owner });
  }
};

const makeCredentials = async (): Promise<void> => {
  for (const who of tokens) credentials.set(who, { as: secretOf(who.name) });
  for (const who of sessions) credentials.set(who, { headers: await sessionHeadersOf(who.user!) });
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const { body } = await call(exchangeForToken, { headers, body: await exchangeForm() });
  credentials.set(exchanged, { as: body.access_token });
  // What was used today, as some have been for making this world, is not noted again.
  for (const { name } of tokens)
    await noteUse(hashOfSecret(secretOf(name)), clock.now(), undefined).catch(() => {});
};

/** Makes a site with something of every kind, and credentials of everybody, in the table of the test file. */
export const makeMatrixSite = async (): Promise<void> => {
  const { ids } = await applyManifest(manifest);
  things.push({ name: "account of guest", id: ids.users.guest!, kind: "user", path: [] });
  await makePages(ids.pages);
  await makeMedia(ids.collections, ids.users);
  await makeEpisodes(ids.pages.calls!);
  await makeLinksAndTranscripts();
  await makeWorkingCopies(ids.users);
  await makeOthers();
  await makeFeeds(ids.users);
  await makeCredentials();
  const pageIds = things.flatMap(({ path, id }) => (path.includes("/") ? id : []));
  for (const row of await readPages(pageIds)) if (row) latestRevisions.set(row.id, row.latestRevisionId ?? 1);
};
