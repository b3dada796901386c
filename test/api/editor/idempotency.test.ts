// Proves contract rules: idempotency-keys, idempotency-replays, idempotency-refusals,
// idempotency-concurrent.

import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { hashOfSecret } from "#lib/access/secrets.ts";
import { addComment } from "#lib/actions/pages/add-comment.ts";
import { makePrivateFeed } from "#lib/actions/people/private-feeds.ts";
import { clock } from "#lib/clock.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { changePage, discardToken, issueTokenToUser } from "#lib/routes/administration.ts";
import { updateSiteThings } from "#lib/routes/administration-site.ts";
import { approveComment, listComments, refuseComment, removeComment } from "#lib/routes/comments.ts";
import { restoreFromBin } from "#lib/routes/editor-bin.ts";
import { uploadAudio, uploadImage, uploadVideo } from "#lib/routes/editor-media.ts";
import {
  deleteAudio,
  deleteImage,
  deleteVideo,
  updateAudio,
  updateImage,
  updateVideo,
} from "#lib/routes/editor-media-objects.ts";
import {
  createEpisode,
  createPost,
  createStandalonePage,
  publishEpisode,
  publishPost,
  readPost,
  updateEpisode,
  updatePost,
} from "#lib/routes/editor-posts.ts";
import {
  createEpisodePreviewLink,
  createPostPreviewLink,
  deleteEpisodePreviewLink,
  deletePostPreviewLink,
} from "#lib/routes/editor-preview-links.ts";
import {
  approveEpisode,
  approvePost,
  cancelWorkflowOfEpisode,
  cancelWorkflowOfPost,
  deleteEpisode,
  deletePost,
  lockEpisode,
  lockPost,
  requestChangesOfEpisode,
  requestChangesOfPost,
  restoreEpisodeRevision,
  restorePostRevision,
  scheduleEpisode,
  schedulePost,
  startWorkflowOfEpisode,
  startWorkflowOfPost,
  unlockEpisode,
  unlockPost,
  unpublishEpisode,
  unpublishPost,
  unscheduleEpisode,
  unschedulePost,
} from "#lib/routes/editor-state.ts";
import { createOwnToken, deleteOwnToken } from "#lib/routes/editor-tokens.ts";
import { deleteAudioTranscript, putAudioTranscript } from "#lib/routes/editor-transcripts.ts";
import { completeUpload, createUpload, discardUpload, presignParts } from "#lib/routes/editor-uploads.ts";
import {
  addWebhook,
  discardWebhook,
  resendDelivery,
  testWebhook,
  updateWebhook,
} from "#lib/routes/editor-webhooks.ts";
import {
  deleteEpisodeWorkingCopy,
  deletePostWorkingCopy,
  putEpisodeWorkingCopy,
  putPostWorkingCopy,
} from "#lib/routes/editor-working-copies.ts";
import { uploadLegacyVideo } from "#lib/routes/legacy-video-upload.ts";
import { deleteOwnAudio, deleteOwnVideo } from "#lib/routes/own-media.ts";
import { deletePrivateFeed } from "#lib/routes/private-feeds.ts";
import type { Route } from "#lib/routes/route.ts";
import { routes } from "#lib/routes/table.ts";
import { readSlugClaimsBelow } from "#lib/store/address-claims.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { readMediaOfKind } from "#lib/store/media.ts";
import { readPage } from "#lib/store/pages.ts";
import { receiptId } from "#lib/store/receipts.ts";
import { takeUploadLock } from "#lib/store/uploads.ts";
import { putDelivery, readWaitingDeliveries } from "#lib/store/webhooks.ts";
import { standIn } from "#test/lib/probing/stand-in.ts";
import { type CallOptions, call, type RouteAnswer } from "#test/support/call.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { type Failure, failingAt } from "#test/support/faults.ts";
import { storedFileKeys } from "#test/support/files.ts";
import { formFile, multipart } from "#test/support/form.ts";
import { withPauses } from "#test/support/interleaving.ts";
import { audioWithTranscript, makeAudio, makeImage, makeVideo } from "#test/support/media.ts";
import { silentMp3 } from "#test/support/mp3.ts";
import { recordingPath } from "#test/support/recording-path.ts";
import { samplePicture } from "#test/support/sample-picture.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { sessionHeadersOf } from "#test/support/session.ts";
import { dropLock, everythingStored } from "#test/support/stored.ts";
import { begin, putPart } from "#test/support/uploads.ts";
import { createDraft, createLivePost, freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();
const files = useServedFiles();

const newPost = (fields: object = {}) => ({
  ...{ parent: { id: world.notes }, title: freshSlug() },
  ...{ overview: [{ type: "paragraph", value: "<p>Low water</p>" }], ...fields },
});

const withKey = (key: string, headers: object = {}) => ({ "idempotency-key": key, ...headers });

const send = (route: Route<"id">, key: string, options: CallOptions<"id"> = {}) =>
  call(route, { as: "ada", ...options, headers: withKey(key, options.headers) });

let heron: File;
let ada: number;

const silence = formFile("silence.mp3", Buffer.concat([...silentMp3(1)]), "audio/mpeg");
const film = async () => formFile("tide.mp4", await readFile(recordingPath("two-seconds.mp4")), "video/mp4");

const posts = {
  ...{ unpublish: unpublishPost, schedule: schedulePost, unschedule: unschedulePost },
  ...{ lock: lockPost, unlock: unlockPost, start: startWorkflowOfPost, approve: approvePost },
  ...{ requestChanges: requestChangesOfPost, cancel: cancelWorkflowOfPost },
  ...{ remove: deletePost, revert: restorePostRevision },
  ...{ link: createPostPreviewLink, unlink: deletePostPreviewLink },
};
const episodes = {
  ...{ unpublish: unpublishEpisode, schedule: scheduleEpisode, unschedule: unscheduleEpisode },
  ...{ lock: lockEpisode, unlock: unlockEpisode, start: startWorkflowOfEpisode, approve: approveEpisode },
  ...{ requestChanges: requestChangesOfEpisode, cancel: cancelWorkflowOfEpisode },
  ...{ remove: deleteEpisode, revert: restoreEpisodeRevision },
  ...{ link: createEpisodePreviewLink, unlink: deleteEpisodePreviewLink },
};

const episodeWithAudio = async (): Promise<number> => {
  const podcast_audio = { id: (await makeAudio()).id };
  const body = newPost({ parent: { id: world.calls }, podcast_audio });
  return (await call(createEpisode, { as: "ada", body })).body.id;
};

beforeAll(async () => {
  const tasks = [{ name: "Reading", groups: ["Editors"] }];
  await applyManifest({ version: 1, workflows: [{ name: "Review", tasks, pages: ["/home"] }] });
  heron = formFile("heron.jpg", await samplePicture("jpeg", { width: 64, height: 48 }), "image/jpeg");
  ada = (await readUserByName("ada"))!.id;
});

/** How many image objects own some of these files. */
const mediaCalled = async (title: string, keys: readonly string[]): Promise<number> => {
  const ids = [...new Set(keys.map((key) => Number(key.split("/")[1])))];
  return (await readMediaOfKind("image", ids)).filter((image) => image?.title === title).length;
};

const isReplayed = ({ headers }: RouteAnswer): boolean => headers["idempotency-replayed"] === "true";

const children = async (parent: number): Promise<number> =>
  (await readSlugClaimsBelow(parent)).flatMap(({ drafts }) => drafts).length;

const approval = { publish_at: "2090-01-01T00:00:00.000Z" };

/** Requests that change the state of a post or episode, after the steps that make them possible. */
const stateRequests = [
  { make: async () => (await createDraft(world.notes)).id, publish: publishPost, ...posts },
  { make: () => episodeWithAudio(), publish: publishEpisode, ...episodes },
].flatMap((on) => {
  const after =
    (...steps: readonly Route<"id">[]) =>
    async () => {
      const params = { id: await on.make() };
      for (const step of steps) await call(step, { as: "ada", params, body: approval });
      return { params };
    };
  return [
    [on.unpublish, after(on.publish)],
    [on.schedule, async () => ({ ...(await after()()), body: approval })],
    [on.unschedule, after(on.schedule)],
    [on.lock, after()],
    [on.unlock, after(on.lock)],
    [on.start, after()],
    [on.remove, after()],
    ...[on.approve, on.requestChanges, on.cancel].map((route) => [route, after(on.start)]),
    [on.revert, async () => secondRevision(await on.make())],
    [on.link, async () => ({ ...(await after()()), body: { expires_in: 60 } })],
    [on.unlink, () => linkOf(on)],
  ];
});

/** A request that revokes a link of a page. */
const linkOf = async (on: { make: () => Promise<number>; link: Route<"id"> }) => {
  const id = await on.make();
  const { body } = await call(on.link, { as: "ada", params: { id }, body: {} });
  return { params: { id, link: body.id } };
};

/** A request that brings the first of two revisions of a page back. */
const secondRevision = async (id: number) => {
  const revision = (await readPage(id))?.latestRevisionId;
  const body = { base_revision_id: revision, title: "Second" };
  const { latest_revision_id } = (await call(updatePost, { as: "ada", params: { id }, body })).body;
  return { params: { id, revision }, body: { base_revision_id: latest_revision_id } };
};

const inSession = async (username = "ada") => ({
  as: undefined as never,
  headers: await sessionHeadersOf(username),
});

/** A webhook, for a superuser. */
const withWebhook = async () => {
  const session = await inSession("su");
  const body = { name: freshSlug(), url: "https://hooks.example/" };
  const { id } = (await call(addWebhook, { ...session, body })).body;
  return { ...session, params: { id } };
};

/** Secrets are shown once. */
const withoutSecret = (text: string): string =>
  text.replace(/"(lct|whsec)_[^"]+"/, "null").replaceAll(/"https:[^"]*\?key=[\w-]+"/g, "null");

const renaming = { body: { title: "At dusk" } };

/** A visitor's comment that waits, for somebody of the staff. */
const judging = async () => {
  const { id: page } = await createLivePost(world.notes);
  const written = { parentId: null, name: "Bo", email: "bo@example.org", text: "A heron!" };
  const maxWaiting = { onSite: 1_000, onPage: 1_000 };
  const { id } = await addComment(page, { written, address: "a visitor", publishes: false, maxWaiting });
  return { as: "mo", params: { id } };
};

const typed = { base_revision_id: 1, fields: { title: "Half a thought" } };

const withWorkingCopy = async () => {
  const params = { id: await episodeWithAudio() };
  await call(putPostWorkingCopy, { as: "ada", params, body: typed });
  return { params };
};

/** Every route that takes keys, with a request that changes something. */
const requests: readonly [Route<"id">, () => Promise<CallOptions<"id">>][] = [
  [createPost, async () => ({ body: newPost() })],
  [
    updatePost,
    async () => {
      const { id, latest_revision_id } = await createDraft(world.notes);
      return { params: { id }, body: { base_revision_id: latest_revision_id, title: "Changed" } };
    },
  ],
  [publishPost, async () => ({ params: { id: (await createDraft(world.notes)).id } })],
  [createEpisode, async () => ({ body: newPost({ parent: { id: world.calls } }) })],
  [createStandalonePage, async () => ({ body: newPost({ parent: { id: world.home } }) })],
  [
    updateEpisode,
    async () => {
      const { body } = await call(createEpisode, {
        as: "ada",
        body: newPost({ parent: { id: world.calls } }),
      });
      return {
        params: { id: body.id },
        headers: { "if-match": `"${body.latest_revision_id}"` },
        body: { keywords: "tide" },
      };
    },
  ],
  [publishEpisode, async () => ({ params: { id: await episodeWithAudio() } })],
  ...stateRequests,
  [putPostWorkingCopy, async () => ({ params: { id: (await createDraft(world.notes)).id }, body: typed })],
  [putEpisodeWorkingCopy, async () => ({ params: { id: await episodeWithAudio() }, body: typed })],
  ...[deletePostWorkingCopy, deleteEpisodeWorkingCopy].map((route) => [route, withWorkingCopy]),
  [
    restoreFromBin,
    async () => {
      const { id } = await createDraft(world.notes);
      await call(deletePost, { as: "ada", params: { id } });
      return { params: { id } };
    },
  ],
  [createOwnToken, async () => ({ ...(await inSession()), body: { name: freshSlug() } })],
  [
    deletePrivateFeed,
    async () => {
      const session = await inSession();
      const { id: owner } = (await readUserByName("ada"))!;
      const { id } = await makePrivateFeed(owner, world.calls, hashOfSecret(freshSlug()));
      return { ...session, params: { id } };
    },
  ],
  [
    deleteOwnToken,
    async () => {
      const session = await inSession();
      const { body } = await call(createOwnToken, { ...session, body: { name: freshSlug() } });
      return { ...session, params: { id: body.id } };
    },
  ],
  [
    addWebhook,
    async () => ({
      ...(await inSession("su")),
      body: { name: freshSlug(), url: "https://hooks.example/", secret: null },
    }),
  ],
  [
    issueTokenToUser,
    async () => ({ ...(await inSession("su")), body: { user: "ada", name: freshSlug(), scopes: ["write"] } }),
  ],
  [
    discardToken,
    async () => {
      const session = await inSession("su");
      const made = { user: "ada", name: freshSlug() };
      const { body } = await call(issueTokenToUser, { ...session, body: made });
      return { ...session, params: { id: body.id } };
    },
  ],
  [
    changePage,
    async () => {
      const { id } = await createDraft(world.notes);
      return { ...(await inSession("su")), params: { id }, body: { action: "lock" } };
    },
  ],
  [updateWebhook, async () => ({ ...(await withWebhook()), body: { secret: null, active: false } })],
  [discardWebhook, withWebhook],
  [testWebhook, withWebhook],
  [
    resendDelivery,
    async () => {
      const hook = await withWebhook();
      const { id: delivery } = (await call(testWebhook, hook)).body;
      const [waiting] = await readWaitingDeliveries(hook.params.id);
      const delivered = { ...waiting!, state: "delivered" } as const;
      await commitDecision(async () => ({ writes: putDelivery(waiting!, delivered), value: undefined }));
      return { ...hook, params: { ...hook.params, delivery } };
    },
  ],
  [uploadImage, async () => multipart({ title: "Heron", collection: String(world.shows), file: heron })],
  [
    uploadVideo,
    async () => multipart({ title: "Tide", collection: String(world.shows), original: await film() }),
  ],
  [uploadAudio, async () => multipart({ collection: String(world.shows), mp3: silence })],
  [uploadLegacyVideo, async () => multipart({ collection: String(world.shows), original: await film() })],
  [approveComment, judging],
  [refuseComment, judging],
  [removeComment, judging],
  [createUpload, async () => ({ body: { name: "heron.png", size: 3 } })],
  [
    completeUpload,
    async () => {
      const { id } = await begin(3);
      await putPart(id, 1, Buffer.from("abc"));
      return { params: { id }, body: {} };
    },
  ],
  [discardUpload, async () => ({ params: { id: (await begin(3)).id } })],
  [updateImage, async () => ({ ...renaming, params: { id: (await makeImage()).id } })],
  [updateAudio, async () => ({ ...renaming, params: { id: (await makeAudio()).id } })],
  [updateVideo, async () => ({ ...renaming, params: { id: (await makeVideo()).id } })],
  [
    putAudioTranscript,
    async () => ({
      params: { id: (await audioWithTranscript('{"transcripts": [{"text": "A wren."}]}')).id },
      headers: { "content-type": "text/plain" },
      body: "A heron.",
    }),
  ],
  [
    deleteAudioTranscript,
    async () => ({
      params: { id: (await audioWithTranscript('{"transcripts": [{"text": "A wren."}]}')).id },
    }),
  ],
  [deleteImage, async () => ({ params: { id: (await makeImage()).id } })],
  [deleteAudio, async () => ({ params: { id: (await makeAudio()).id } })],
  [deleteVideo, async () => ({ params: { id: (await makeVideo()).id } })],
  [deleteOwnAudio, async () => ({ params: { id: (await makeAudio({ ownerId: ada })).id } })],
  [deleteOwnVideo, async () => ({ params: { id: (await makeVideo({ ownerId: ada })).id } })],
] as never;

test("a comment that was approved and removed stays so when the approval is repeated", async () => {
  const { as, params } = await judging();
  const approval = { as, params, headers: withKey("approve-once") };
  const first = await call(approveComment, approval);
  await call(removeComment, { as, params });
  const again = await call(approveComment, approval);
  expect([again.status, again.body, isReplayed(again)]).toEqual([200, first.body, true]);
  const { results } = (await call(listComments, { as, query: `on=${first.body.page}` })).body;
  expect(results.map(({ id, state }: { id: number; state: string }) => [id, state])).toEqual([
    [params.id, "removed"],
  ]);
});

test("every editor route that changes something takes keys, except presigning", () => {
  const changing = routes.filter(({ path, method }) => /^\/api\/editor\//.test(path) && method !== "GET");
  expect(changing.filter(({ takesKeys }) => !takesKeys).map(({ id }) => id)).toEqual([presignParts.id]);
  // test/api/site-things repeats the change of the site's own things.
  const tried = new Set([...requests.map(([{ id }]) => id), updateSiteThings.id]);
  expect(routes.filter(({ id, takesKeys }) => takesKeys && !tried.has(id)).map(({ id }) => id)).toEqual([]);
});

describe.each(requests.map(([route, request]) => [route.id, route, request] as const))(
  "%s",
  (id, route, request) => {
    test("changes something once for a key, and answers the repetition like the first request", async () => {
      standIn("ffprobe", `echo '{"format": {"duration": "3.5"}}'`);
      const options = await request();
      const first = await send(route, `once-${id}`, options);
      expect([first.status, isReplayed(first)]).toEqual([route.status, false]);
      const stored = await everythingStored();
      const again = await send(route, `"once-${id}"`, options);
      expect([again.status, again.text, isReplayed(again)]).toEqual([
        first.status,
        withoutSecret(first.text),
        true,
      ]);
      expect(await everythingStored()).toEqual(stored);
    });
  },
);

describe("an upload", () => {
  const image = () => multipart({ title: "Heron", collection: String(world.shows), file: heron });
  const images = async () => (await storedFileKeys()).filter((key) => key.startsWith("images/"));

  test("that is sent several times at once makes one image, and leaves no other files", async () => {
    const before = await images();
    const answers = await Promise.all(
      Array.from({ length: 4 }, async () => send(uploadImage, "four", await image())),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect((await images()).length - before.length).toBe(4);
    expect(answers[0]?.status).toBe(201);
  });

  test("that is repeated has the status and id of the first answer, and the object as it is now", async () => {
    const first = await send(uploadImage, "now", await image());
    const { id } = first.body;
    await call(updateImage, { as: "ada", params: { id }, body: { title: "Egret", tags: ["later"] } });
    const again = await send(uploadImage, "now", await image());
    expect([again.status, isReplayed(again)]).toEqual([201, true]);
    expect(again.body).toEqual({ ...first.body, title: "Egret", tags: ["later"] });
    await call(deleteImage, { as: "ada", params: { id } });
    expect((await send(uploadImage, "now", await image())).body.code).toBe("not_found");
  });

  test("of audio, while its key is at work, is told to wait; another key gets what it got before", async () => {
    const { id } = (await readUserByName("ada"))!;
    await takeUploadLock(id, "a test", 29, receiptId(id, "at-work"));
    const form = await multipart({ collection: String(world.shows), mp3: silence });
    const own = await send(uploadAudio, "at-work", form);
    expect([own.status, own.body.code, own.headers["retry-after"]]).toEqual([
      409,
      "request_in_progress",
      "1",
    ]);
    expect((await send(uploadAudio, "other", form)).body.code).toBe("rate_limited");
    await dropLock("ada");
  });

  test("whose process ends at any step is done once by the repetition, from the same session", async () => {
    using _ = captureLog();
    const picture = Buffer.from(await heron.arrayBuffer());
    for (let step = 0, isReached = true; isReached; step += 3) {
      const { id } = await begin(picture.length, { name: "heron.jpg" });
      await putPart(id, 1, picture);
      await call(completeUpload, { as: "ada", params: { id }, body: {} });
      const form = await multipart({ title: "Heron", collection: String(world.shows), file: String(id) });
      const before = await images();
      isReached = await failingAt(step, "for good", () => send(uploadImage, `dead-${id}`, form));
      const { status, body } = await send(uploadImage, `dead-${id}`, form);
      expect([status, body.title]).toEqual([201, "Heron"]);
      const made = (await images()).filter((key) => !before.includes(key));
      expect(made.filter((key) => key.startsWith(`images/${body.id}/`))).toHaveLength(4);
      expect(await mediaCalled("Heron", made)).toBe(1);
    }
  });

  test("whose answer is unknown, and which is then removed, takes its receipt with it", async () => {
    using _ = captureLog();
    const form = await image();
    const before = await images();
    for (let step = 0, isReached = true; isReached; step++) {
      isReached = await failingAt(step, "after", () => send(uploadImage, `unknown-${step}`, form));
      const { status } = await send(uploadImage, `unknown-${step}`, form);
      expect(status).toBe(201);
    }
    expect((await images()).length).toBeGreaterThan(before.length);
  });

  test("that is too large for an event is known again, although its files get other ids", async () => {
    standIn("ffprobe", `echo '{"format": {"duration": "3.5"}}'`);
    const sendBig = async (last: number) => {
      const audio = [...silentMp3(6_500_000), Buffer.from([last])];
      const mp3 = formFile("big.mp3", Buffer.concat(audio), "audio/mpeg");
      const { headers, body } = await multipart({ collection: String(world.shows), mp3 });
      const all = { ...headers, authorization: "Bearer ada", "idempotency-key": "big" };
      const answer = await fetch(`${files.url}${uploadAudio.path}`, { method: "POST", headers: all, body });
      return { status: answer.status, body: (await answer.json()) as { id?: number; code?: string } };
    };
    const first = await sendBig(0);
    expect(first.status).toBe(201);
    expect(await sendBig(0)).toEqual(first);
    expect((await sendBig(1)).body.code).toBe("idempotency_key_reused");
  });
});

describe("a repetition", () => {
  test("shows the object as the first request left it, whatever has happened since", async () => {
    const body = newPost({ slug: freshSlug(), tags: ["heron"] });
    const created = await send(createPost, "k", { body });
    const { id, latest_revision_id } = created.body;
    const change = { body: { base_revision_id: latest_revision_id, title: "Later", slug: freshSlug() } };
    const changed = await send(updatePost, "change", { params: { id }, ...change });
    const published = await send(publishPost, "publish", { params: { id } });
    const last = { base_revision_id: changed.body.latest_revision_id, title: "Last" };
    await call(updatePost, { as: "ada", params: { id }, body: last });
    expect((await send(createPost, "k", { body })).body).toEqual(created.body);
    expect((await send(updatePost, "change", { params: { id }, ...change })).body).toEqual(changed.body);
    expect((await send(publishPost, "publish", { params: { id } })).body).toEqual(published.body);
    expect((await call(readPost, { as: "ada", params: { id } })).body.title).toBe("Last");
  });

  test("by somebody who may no longer edit the object is refused", async () => {
    const body = newPost();
    const users = (groups: readonly string[]) => ({ version: 1, users: [{ username: "bo", groups }] });
    const { body: created } = await send(createPost, "leaving", { as: "bo", body });
    await applyManifest(users(["Guests"]));
    const { status, body: refusal } = await send(createPost, "leaving", { as: "bo", body });
    await applyManifest(users(["Writers"]));
    expect([status, refusal.code]).toEqual([403, "permission_denied"]);
    expect((await send(createPost, "leaving", { as: "bo", body })).body).toEqual(created);
  });

  test("after 24 hours is a new request", async () => {
    const body = newPost();
    const first = await send(createPost, "aging", { body });
    const now = Date.now();
    const spy = vi.spyOn(clock, "nowMs").mockReturnValue(now + 24 * 3_600_000 - 60_000);
    expect((await send(createPost, "aging", { body })).body).toEqual(first.body);
    spy.mockReturnValue(now + 24 * 3_600_000);
    const late = await send(createPost, "aging", { body });
    spy.mockRestore();
    expect([late.body.id !== first.body.id, isReplayed(late)]).toEqual([true, false]);
  });
});

describe("a key", () => {
  test.each<[string, CallOptions<"id">]>([
    ["another body", { body: { title: "Other" } }],
    ["another query", { query: "a=1" }],
    ["another If-Match", { headers: { "if-match": '"1"' } }],
    ["fields that are invalid", { body: { title: 7, slug: "no slug" } }],
  ])("that comes back with %s is refused", async (_, changes) => {
    const body = newPost();
    await send(createPost, "used", { body });
    const sent = { body: { ...body, ...(changes.body as object) } };
    const { status, body: refusal } = await send(createPost, "used", { ...changes, ...sent });
    expect([status, refusal.code]).toEqual([422, "idempotency_key_reused"]);
  });

  test("that comes back for another route is refused", async () => {
    const body = newPost();
    await send(createPost, "route", { body });
    expect((await send(createEpisode, "route", { body })).body.code).toBe("idempotency_key_reused");
  });

  test("of one user says nothing about another's", async () => {
    const body = newPost();
    const { body: of } = await send(createPost, "shared", { body });
    const { body: other } = await send(createPost, "shared", { as: "bo", body: { ...body, title: "Bo" } });
    expect(other.id).not.toBe(of.id);
  });

  test.each(["", " ", '""', "a b", "ä", "k".repeat(256), "a\u007f"])("%j is invalid", async (key) => {
    const { status, body } = await send(createPost, key, { body: newPost() });
    expect([status, Object.keys(body.errors)]).toEqual([400, ["Idempotency-Key"]]);
  });

  test("may have 255 characters, and quotes with what they escape", async () => {
    const body = newPost();
    const { body: first } = await send(createPost, `${"k".repeat(253)}"\\`, { body });
    const again = await send(createPost, `"${"k".repeat(253)}\\"\\\\"`, { body });
    expect([again.body, isReplayed(again)]).toEqual([first, true]);
  });

  test("of a request that was refused may be used again", async () => {
    const taken = newPost({ slug: freshSlug() });
    await call(createPost, { as: "ada", body: taken });
    expect((await send(createPost, "refused", { body: taken })).status).toBe(400);
    expect((await send(createPost, "refused", { body: newPost() })).status).toBe(201);
  });

  test("is looked up after the body is parsed", async () => {
    const body = newPost();
    await send(createPost, "parsed", { body });
    expect((await send(createPost, "parsed", { body: "{" })).body.errors.non_field_errors).toMatchObject([
      { code: "parse_error" },
    ]);
  });

  test("fits a form that is sent again with another boundary", async () => {
    const form = (boundary: string) => {
      const fields = {
        "parent.id": String(world.notes),
        title: "Form",
        slug: "form",
        overview_markdown: "Low",
      };
      const parts = Object.entries(fields).map(
        ([name, value]) =>
          `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      );
      const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
      return { headers, body: `${parts.join("")}--${boundary}--\r\n` };
    };
    const first = await send(createPost, "form", form("one"));
    const again = await send(createPost, "form", form("other"));
    expect([first.status, again.body, isReplayed(again)]).toEqual([201, first.body, true]);
  });
});

describe("requests with one key at the same time", () => {
  test("fifty creates make one page and get one answer", async () => {
    const body = newPost({ slug: freshSlug() });
    const before = await children(world.notes);
    const sendUntilDone = async (): Promise<RouteAnswer> => {
      const answer = await send(createPost, "fifty", { body });
      return answer.status === 409 || answer.status === 503 ? sendUntilDone() : answer;
    };
    const answers = await Promise.all(Array.from({ length: 50 }, sendUntilDone));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers.filter((answer) => !isReplayed(answer))).toHaveLength(1);
    expect(await children(world.notes)).toBe(before + 1);
  });

  test("change a post once, in whatever order their steps come", async () => {
    let count = 0;
    const pauseMs = () => (++count * 48_271) % 5;
    for (let round = 0; round < 5; round++) {
      const { id, latest_revision_id } = await createDraft(world.notes);
      const body = { base_revision_id: latest_revision_id, title: `Round ${round}` };
      const { result } = await withPauses(pauseMs, () =>
        Promise.all(Array.from({ length: 4 }, () => send(updatePost, `r${round}`, { params: { id }, body }))),
      );
      expect(result.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const revisions = new Set(result.map((answer) => answer.body.latest_revision_id));
      expect([...revisions]).toEqual([
        (await call(readPost, { as: "ada", params: { id } })).body.latest_revision_id,
      ]);
    }
  });
});

describe("a request that fails", () => {
  test("after its commit is answered from its receipt, and otherwise by the repetition", async () => {
    using _ = captureLog();
    const how: readonly Failure[] = ["before", "after", "for good"];
    for (const failure of how) {
      for (let step = 0, isReached = true; isReached; step++) {
        const body = newPost();
        const key = randomUUID();
        const before = await children(world.notes);
        isReached = await failingAt(step, failure, () => send(createPost, key, { body }));
        const { status, body: created } = await send(createPost, key, { body });
        expect([status, created.title]).toEqual([201, body.title]);
        expect(await children(world.notes)).toBe(before + 1);
      }
    }
  });

  const failures = fc.option(
    fc.record({
      step: fc.nat({ max: 9 }),
      how: fc.constantFrom<Failure>("before", "after", "for good"),
    }),
    { nil: undefined },
  );

  /** A request, how its tries fail, and how often it is sent again once it has succeeded. */
  const schedules = fc.array(
    fc.record({
      kind: fc.constantFrom("create", "update", "publish"),
      tries: fc.array(failures, { maxLength: 3 }),
      repetitions: fc.nat({ max: 2 }),
      later: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  );

  test("and is sent again, by any schedule, does what one request does", async () => {
    using _ = captureLog();
    await fc.assert(
      fc.asyncProperty(schedules, async (schedule) => {
        const before = await children(world.notes);
        let post = (await call(createPost, { as: "ada", body: newPost() })).body;
        let model = { pages: before + 1, revision: post.latest_revision_id, live: false, title: post.title };
        const done: (() => Promise<void>)[] = [];
        for (const { kind, tries, repetitions, later } of schedule) {
          const key = randomUUID();
          const params = { id: post.id };
          const title = `Title ${key}`;
          const [route, options]: [Route<"id">, CallOptions<"id">] =
            kind === "create"
              ? [createPost as never, { body: newPost() }]
              : kind === "update"
                ? [updatePost, { params, body: { base_revision_id: model.revision, title } }]
                : [publishPost, { params }];
          for (const failure of tries)
            if (failure) await failingAt(failure.step, failure.how, () => send(route, key, options));
          const first = await send(route, key, options);
          const isRefused = kind === "publish" && model.live;
          expect(first.status).toBe(isRefused ? 409 : route.status);
          if (isRefused) continue;
          const repeat = async () => expect((await send(route, key, options)).body).toEqual(first.body);
          for (let count = 0; count < repetitions; count++) await repeat();
          if (later) done.push(repeat);
          if (kind === "create") model.pages++;
          if (kind === "update")
            model = { ...model, live: false, title, revision: first.body.latest_revision_id };
          if (kind === "publish") model.live = true;
        }
        for (const repeat of done) await repeat();
        post = (await call(readPost, { as: "ada", params: { id: post.id } })).body;
        expect({
          pages: await children(world.notes),
          revision: post.latest_revision_id,
          live: post.status === "live",
          title: post.title,
        }).toEqual(model);
      }),
      { numRuns: 12, seed: 20_261_122 },
    );
  });
});
