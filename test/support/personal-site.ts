import { inflateRawSync } from "node:zlib";
import { handler as snapshotCatalog } from "#functions/jobs/snapshot-catalog.ts";
import { deleteMedia } from "#lib/actions/media/delete-media.ts";
import { addComment } from "#lib/actions/pages/add-comment.ts";
import { setComments } from "#lib/actions/pages/discussion.ts";
import { makePrivateFeed } from "#lib/actions/people/private-feeds.ts";
import { createToken } from "#lib/actions/people/tokens.ts";
import { changeUser } from "#lib/actions/people/users.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { approveComment } from "#lib/routes/comments.ts";
import { createPostPreviewLink } from "#lib/routes/editor-preview-links.ts";
import { deletePost, lockPost, startWorkflowOfPost } from "#lib/routes/editor-state.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { noteFeedUse } from "#lib/store/private-feeds.ts";
import { padded } from "#lib/store/table.ts";
import { takeUploadLock } from "#lib/store/uploads.ts";
import { listSession } from "#lib/store/write-credentials.ts";
import { commentWith } from "#test/lib/pages/comments.ts";
import { call } from "./call.ts";
import { makeImage } from "./media.ts";
import { restoreTable } from "./restored-table.ts";
import type { useReceiver } from "./webhook-receiver.ts";
import { giveAgentAccess, makeStoredImage, makeWholeSite } from "./whole-site.ts";
import { wholeTable } from "./whole-table.ts";
import { longTypedText, putTyped, removeTyped } from "./working-copies.ts";
import { createDraft, createLivePost, type World } from "./world.ts";

type Item = Readonly<Record<string, unknown>>;

/** What somebody is called, in ways that nothing else is: any trace of them can be searched for. */
export const zenobia = { id: 777_001, username: "zenobia", email: "zenobia@palmyra.example" };

const mapTable = async (map: (item: Item) => Item): Promise<void> =>
  restoreTable((await wholeTable()).map(map));

const numbered = (item: Item, id: number): Item => {
  if (item.pk === "USERS" && item.id === id)
    return { ...item, id: zenobia.id, sk: `USER#${padded(zenobia.id)}` };
  if (item.pk === "TOKENS" && (item.token as Item).userId === id)
    return named({ ...item, token: { ...(item.token as Item), userId: zenobia.id } });
  if (item.userId !== id) return item;
  const ofUser = { ...item, userId: zenobia.id };
  return item.kind === "token" ? { ...ofUser, name: `${zenobia.username}-${item.name}` } : ofUser;
};

const named = ({ token, ...item }: Item): Item => {
  const name = `${zenobia.username}-${(token as Item).name}`;
  return { ...item, token: { ...(token as Item), name }, sk: `TOKEN#${name}` };
};

/**
 * Makes a site with items of every kind, in the world, and ada its most active person, with comments in
 * every state; then ada is called zenobia, and her id is hers alone. Requests are made `as: "ada"` still.
 */
export const makePersonalSite = async (world: World, receiver: ReturnType<typeof useReceiver>) => {
  const { id } = (await wholeTable()).find(({ username }) => username === "ada")!;
  await mapTable((item) => numbered(item, id as number));
  const site = await makeWholeSite(world, receiver);
  await applyManifest({
    version: 1,
    workflows: [{ name: "Review", tasks: [{ name: "Read", groups: ["Editors"] }], pages: ["/home/notes"] }],
    oidc: [
      {
        issuer: "https://ci.example",
        audience: "notes",
        claims: { actor: zenobia.username },
        user: "ada",
      },
    ],
  });
  const name = "Zenobia Septimia";
  const comment = { parentId: null, name, email: zenobia.email.toUpperCase() };
  const maxWaiting = { onSite: 100, onPage: 100 };
  const discussed = await createLivePost(world.notes);
  await setComments(discussed.id, {
    permit: () => {},
    comments: [
      commentWith({ ...comment, id: 9_101, text: "By Zenobia" }),
      commentWith({ id: 9_102, parentId: 9_101, text: "An answer" }),
    ],
  });
  for (const address of ["192.0.2.1", "192.0.2.2"]) {
    const written = { ...comment, text: `From ${zenobia.username}` };
    const { id: waiting } = await addComment(discussed.id, {
      written,
      address,
      publishes: false,
      maxWaiting,
    });
    if (address === "192.0.2.1") await call(approveComment, { as: "mo", params: { id: waiting } });
  }
  const binned = await createLivePost(world.notes);
  await setComments(binned.id, { permit: () => {}, comments: [commentWith({ ...comment, id: 9_201 })] });
  await call(deletePost, { as: "ada", params: { id: binned.id } });
  const locked = await createDraft(world.notes);
  await call(lockPost, { as: "ada", params: { id: locked.id } });
  const reviewed = await createDraft(world.notes);
  await call(startWorkflowOfPost, { as: "ada", params: { id: reviewed.id } });
  await call(createPostPreviewLink, { as: "ada", params: { id: locked.id }, body: {} });
  await giveAgentAccess(zenobia.id);
  await makePrivateFeed(zenobia.id, world.calls, "5a".repeat(32));
  await noteFeedUse("5a".repeat(32), "2026-11-29", undefined);
  await putTyped(locked.id, { client: "Zenobia's phone" });
  await putTyped(reviewed.id, { fields: { detail_markdown: longTypedText(zenobia.username) } });
  await putTyped(discussed.id);
  await removeTyped(discussed.id);
  const image = await makeStoredImage({ ownerId: zenobia.id });
  await deleteMedia("image", (await makeImage({ ownerId: zenobia.id })).id);
  const token = { kind: "token", name: "zenobia-laptop", userId: zenobia.id, scopes: null } as const;
  await createToken({ ...token, createdAt: "2026-01-02T03:04:05.000Z" }, "0b".repeat(32));
  await takeUploadLock(zenobia.id, "holder", 600);
  const entry = { hash: "0c".repeat(32), expiresAt: 4_000_000_000, client: "Zenobia's browser" };
  await commitDecision(async () => ({ writes: [listSession(zenobia.id, entry)], value: undefined }));
  await changeUser({ username: "ada" }, { email: zenobia.email }, () => new Error("ada is gone"));
  await mapTable((item) => {
    if (item.username === "ada") return { ...item, username: zenobia.username };
    return item.pk === "USERNAME#ada" ? { ...item, pk: `USERNAME#${zenobia.username}` } : item;
  });
  await snapshotCatalog();
  return { ...site, discussed, binned, locked, reviewed, image };
};

/** The texts in a value of an item, those in deflated bytes and in JSON too. */
export const readable = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return readable(inflated(value));
  if (value instanceof Set) return [...value].map(readable);
  if (typeof value === "string") return parsed(value);
  if (Array.isArray(value)) return value.map(readable);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, readable(member)]));
};

const inflated = (bytes: Uint8Array): string => {
  try {
    return inflateRawSync(bytes).toString();
  } catch {
    return Buffer.from(bytes).toString("latin1");
  }
};

const parsed = (text: string): unknown => {
  if (!/^[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** The items in which zenobia's name, address or number is, anywhere. */
export const tracesIn = (items: readonly unknown[]): readonly string[] =>
  items
    .map((item) => JSON.stringify(readable(item)))
    .filter((text) => /zenobia|palmyra|\b0*777001\b/i.test(text));
