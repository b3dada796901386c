import { randomBytes } from "node:crypto";
import { addComment } from "#lib/actions/pages/add-comment.ts";
import { setComments } from "#lib/actions/pages/discussion.ts";
import { registerAgentClient } from "#lib/actions/people/agent-clients.ts";
import { allowAgent, redeemCode } from "#lib/actions/people/agent-grants.ts";
import { makePrivateFeed } from "#lib/actions/people/private-feeds.ts";
import { createWebhook } from "#lib/actions/webhooks/put-webhook.ts";
import { queueTest } from "#lib/actions/webhooks/queue-delivery.ts";
import { catalogNow } from "#lib/catalog/current/current-catalog.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { filesOf, type Image, type Media } from "#lib/media/media.ts";
import { approveComment, listComments } from "#lib/routes/comments.ts";
import { updatePost } from "#lib/routes/editor-posts.ts";
import { createPostPreviewLink } from "#lib/routes/editor-preview-links.ts";
import { deletePost, schedulePost } from "#lib/routes/editor-state.ts";
import { putPostWorkingCopy } from "#lib/routes/editor-working-copies.ts";
import { webhookEvents } from "#lib/site/webhook.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { putItem } from "#lib/store/items.ts";
import { expectFiles, noteLeftoverBodies } from "#lib/store/leftovers.ts";
import { putTotals } from "#lib/store/statistics.ts";
import { keys } from "#lib/store/table.ts";
import { tableStore } from "#lib/store/table-store.ts";
import { deliverWebhooks } from "#lib/webhooks/deliver-webhooks.ts";
import { queueDeliveries } from "#lib/webhooks/queue-deliveries.ts";
import { commentWith } from "#test/lib/pages/comments.ts";
import { codeChallenge, codeVerifier } from "./agent-sign-in.ts";
import { call } from "./call.ts";
import { createEpisodeDraft } from "./episodes.ts";
import { makeAudio, makeImage, makeVideo } from "./media.ts";
import { cookiesOf } from "./session.ts";
import { begin } from "./uploads.ts";
import type { useReceiver } from "./webhook-receiver.ts";
import { createDraft, createLivePost, type World } from "./world.ts";

/** Of the object's files, other bytes each, and not the same in two runs. */
const storeFiles = async <Made extends Media>(media: Made): Promise<Made> => {
  for (const { key, sizeBytes, contentType } of filesOf(media))
    await (await openFiles()).put(fileKey(key), randomBytes(sizeBytes), contentType);
  return media;
};

export const makeStoredImage = async (given: Parameters<typeof makeImage>[0] = {}): Promise<Image> =>
  storeFiles(await makeImage(given));

const maxWaiting = { onSite: 100, onPage: 100 };

/** Some is refused, and some waits; the site learns from the rest. */
const discuss = async (pageId: number): Promise<void> => {
  const comments = [commentWith({ id: 9_001 }), commentWith({ id: 9_002, moderation: "spam" })];
  await setComments(pageId, { permit: () => {}, comments });
  for (const text of ["A heron!", "An owl?"]) {
    const written = { parentId: null, name: "Bo", email: "bo@example.org", text };
    await addComment(pageId, { written, address: text, publishes: false, maxWaiting });
  }
  const { body } = await call(listComments, { as: "mo" });
  await call(approveComment, { as: "mo", params: { id: body.results[0].id } });
};

/** Gives a program access for a user without a password, and another code that nobody has used. */
export const giveAgentAccess = async (userId: number): Promise<void> => {
  const redirectUri = "https://assistant.example/callback";
  const { id } = await registerAgentClient({ name: "Assistant", redirects: [redirectUri] }, "192.0.2.7");
  const client = { id, name: "Assistant", host: "assistant.example" };
  const allow = () =>
    allowAgent(
      { userId, client, scopes: ["write"], passwordStamp: "" },
      { redirectUri, challenge: codeChallenge },
    );
  await redeemCode({ code: await allow(), clientId: id, redirectUri, verifier: codeVerifier });
  await allow();
};

/** Items of every kind, in the world: of those that backups have, and of those that they leave out. */
export const makeWholeSite = async (world: World, receiver: ReturnType<typeof useReceiver>) => {
  const webhook = { name: "build", url: receiver.url(), events: webhookEvents, parents: [] };
  const { id: webhookId } = await createWebhook(
    { ...webhook, coalesceSeconds: 0, active: true },
    `whsec_${Buffer.alloc(32, 7).toString("base64")}`,
  );
  const image = await makeStoredImage();
  await storeFiles(await makeVideo());
  const audio = await storeFiles(await makeAudio());
  await createEpisodeDraft(world.calls, { podcast_audio: { id: audio.id } });
  await applyManifest({
    version: 1,
    users: [{ username: "grace", password: "reed and rush" }],
    redirects: [{ from: "/blog/", to: "/home/notes" }],
  });
  const post = await createLivePost(world.notes, {
    tags: ["bird"],
    aliases: ["/2019/ice.html"],
    cover_image: { id: image.id },
  });
  const params = { id: post.id };
  await call(updatePost, {
    as: "ada",
    params,
    headers: { "idempotency-key": "once" },
    body: {
      base_revision_id: post.latest_revision_id,
      detail: [
        { type: "code", value: { language: "text", source: randomBytes(340_000).toString("base64") } },
      ],
    },
  });
  await giveAgentAccess(3);
  await makePrivateFeed(3, world.calls, "6b".repeat(32));
  const typed = { title: randomBytes(340_000).toString("base64") };
  await call(putPostWorkingCopy, {
    as: "ada",
    params,
    body: { base_revision_id: post.latest_revision_id, fields: typed },
  });
  await call(createPostPreviewLink, { as: "ada", params, body: { expires_in: 86_400 } });
  await discuss(post.id);
  const binned = await createLivePost(world.notes);
  await discuss(binned.id);
  await call(deletePost, { as: "ada", params: { id: binned.id } });
  const later = await createDraft(world.notes);
  await call(schedulePost, {
    as: "ada",
    params: { id: later.id },
    body: { publish_at: "2090-01-01T08:00:00Z" },
  });
  await queueDeliveries((await catalogNow()).position);
  await deliverWebhooks(new AbortController().signal, { answerMs: 500, timeoutMs: 0, runMs: 60_000 });
  await queueTest(webhookId);
  await begin(1_000);
  await cookiesOf("ada");
  const view = { kind: "view", of: "/blog/notes/", by: "", count: 7 } as const;
  await putTotals({ day: "2026-01-06", run: "7f3c1a52-6b0e-4d8e-9a51-0c2f4b6d8e10", part: 0 }, 1, [view]);
  await tableStore().write(
    putItem(keys.formerBodyPart("0a".repeat(32), 0), { bytes: Buffer.from("former") }),
  );
  // Where Node's readers of lines, and those of JavaScript, see the end of one.
  await tableStore().write(putItem(keys.mediaKey("image", "her\u2028on \u0085\n"), { id: image.id }));
  await commitDecision(async () => ({
    writes: [noteLeftoverBodies(post.id), expectFiles({ kind: "image", id: 999, keys: ["images/999/a"] })],
    value: undefined,
  }));
  return { post, image };
};
