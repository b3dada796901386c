// Proves contract rules: delete, bin, restore, restored-slug, bin-emptied, restore-revision.

import { afterEach, describe, expect, test, vi } from "vitest";
import { handler as removeLeftovers } from "#functions/jobs/remove-leftover-files.ts";
import { addComment } from "#lib/actions/pages/add-comment.ts";
import { setComments } from "#lib/actions/pages/discussion.ts";
import { judgeComment } from "#lib/actions/pages/judge-comment.ts";
import { purgePage } from "#lib/actions/pages/remove-leftover-bodies.ts";
import { binPage, deletePage } from "#lib/actions/pages/remove-page.ts";
import { clock } from "#lib/clock.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import type { Refusal } from "#lib/refusals/refusal.ts";
import { listComments, listTrainingData } from "#lib/routes/comments.ts";
import { listBin, restoreFromBin } from "#lib/routes/editor-bin.ts";
import {
  createPost,
  lookUpPost,
  publishEpisode,
  publishPost,
  readPost,
  updatePost,
} from "#lib/routes/editor-posts.ts";
import { deleteEpisode, deletePost, restorePostRevision, schedulePost } from "#lib/routes/editor-state.ts";
import { readFacets } from "#lib/routes/facets.ts";
import { listPages, readLivePage } from "#lib/routes/pages.ts";
import { readSlugClaim } from "#lib/store/address-claims.ts";
import { readAudit } from "#lib/store/audit.ts";
import { readStoredBinned, touchBinned } from "#lib/store/bin.ts";
import { readComments } from "#lib/store/comments.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { drawManyNumbers, getItem } from "#lib/store/items.ts";
import { readPage, requireLivePage } from "#lib/store/pages.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { readRevisionEntries } from "#lib/store/revisions.ts";
import { readDraftEpisodeIds } from "#lib/store/schedules.ts";
import { keys } from "#lib/store/table.ts";
import { putWaitingComment, readWaitingOn } from "#lib/store/waiting-comments.ts";
import { call, type RouteAnswer } from "#test/support/call.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { failingAt } from "#test/support/faults.ts";
import { overtaken, withPauses } from "#test/support/interleaving.ts";
import { makeAudio } from "#test/support/media.ts";
import { verifyCatalog } from "#test/support/verify-catalog.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import { createDraft, createLivePost, freshSlug, useWorld } from "#test/support/world.ts";
import { commentWith } from "../../lib/pages/comments.ts";

const world = useWorld();

afterEach(() => {
  vi.restoreAllMocks();
});

const remove = (id: number, as = "ada", headers = {}) => call(deletePost, { as, params: { id }, headers });
const restore = (id: number, as = "ada", headers = {}) =>
  call(restoreFromBin, { as, params: { id }, headers });
const bin = async (as = "ada"): Promise<{ id: number }[]> =>
  (await call(listBin, { as, query: { pageSize: 200 } })).body.results;
const binIds = async (as?: string) => (await bin(as)).map(({ id }) => id);
const read = async (id: number) => (await call(readPost, { as: "su", params: { id } })).body;
const kindsOf = async (id: number) => (await readAudit(id)).map(({ kind }) => kind);
const daysLater = (days: number) => {
  const now = Date.now() + days * 24 * 3_600_000;
  vi.spyOn(clock, "nowMs").mockReturnValue(now);
};

const codeOf = ({ status, body }: RouteAnswer): string => {
  if (status < 300) return "ok";
  const [path] = Object.keys(body.errors ?? {});
  return path === undefined ? body.code : `${path}/${body.errors[path][0].code}`;
};

const waitOn = async (pageId: number, text: string): Promise<number> => {
  const [id] = (await drawManyNumbers("comment", 1)) as [number];
  const comment = commentWith({ id, text, moderation: "pending", fromVisitor: true });
  const max = { onSite: 1_000, onPage: 1_000 };
  const writes = [requireLivePage(pageId), ...putWaitingComment({ pageId, comment }, max)];
  await commitDecision(async () => ({ writes, value: undefined }));
  return id;
};

const patch = (post: { id: number; latest_revision_id: number }) => {
  const body = { base_revision_id: post.latest_revision_id, title: "New" };
  return call(updatePost, { as: "ada", params: { id: post.id }, body });
};

test("a deleted post is gone everywhere, its slug is free, and it returns as a draft with all that it had", async () => {
  const { id, slug } = await createLivePost(world.notes, { title: "Sandpiper", tags: ["wader"] });
  const commentId = (await drawManyNumbers("comment", 1))[0]!;
  await setComments(id, { permit: () => {}, comments: [commentWith({ id: commentId, text: "So quick" })] });
  const waitingId = await waitOn(id, "A stint, surely");
  const before = await read(id);
  const comments = async (query: object) =>
    (await call(listComments, { as: "mo", query: { ...query } })).body.count;
  const allWaiting = await comments({ state: "pending" });
  const shown = async () => {
    const { results } = (await call(listPages, { query: { search: "sandpiper" } })).body;
    const { facet_counts } = (await call(readFacets, { params: { id: world.notes } })).body;
    const training = (await call(listTrainingData, { as: "va" })).body as [string, string][];
    return {
      page: (await call(readLivePage, { params: { id } })).status,
      post: (await call(readPost, { as: "su", params: { id } })).status,
      lookup: (await call(lookUpPost, { as: "su", query: { parent: world.notes, slug } })).status,
      found: results.length,
      tagged: facet_counts.tag_facets.some((facet: { slug: string }) => facet.slug === "wader"),
      comments: await comments({ on: id }),
      taught: training.some(([, message]) => message.includes("So quick")),
    };
  };
  const there = { page: 200, post: 200, lookup: 200, found: 1, tagged: true, comments: 2, taught: true };
  expect(await shown()).toEqual(there);

  const { status, text } = await remove(id);
  expect([status, text]).toEqual([204, ""]);
  const nowhere = { page: 404, post: 404, lookup: 404, found: 0, tagged: false, comments: 0, taught: false };
  expect(await shown()).toEqual(nowhere);
  expect(await comments({ state: "pending" })).toBe(allWaiting - 1);
  expect(await verifyCatalog()).toEqual([]);
  expect((await remove(id)).status).toBe(404);
  expect((await bin())[0]).toEqual({
    ...{ id, type: "site.Post", title: "Sandpiper", slug, parent: { id: world.notes } },
    latest_revision_id: before.latest_revision_id,
    deleted_at: expect.any(String),
    deleted_by: "ada",
    expires_at: expect.any(String),
  });

  const other = await createDraft(world.notes, { slug });
  const third = await createDraft(world.notes, { slug: `${slug}-2` });
  const restored = (await restore(id)).body;
  const [newest] = await readRevisionEntries(id);
  expect(restored).toEqual({
    ...before,
    slug: `${slug}-3`,
    page_slug: `${slug}-3`,
    live: false,
    status: "draft",
    latest_revision_id: newest?.id,
    previous_revision_id: before.latest_revision_id,
  });
  expect(await kindsOf(id)).toEqual([
    "wagtail.create",
    "wagtail.publish",
    "wagtail.delete",
    "lectern.restore",
    "wagtail.edit",
  ]);
  expect((await readComments((await readPage(id))!))?.map((comment) => comment.id)).toEqual([
    commentId,
    waitingId,
  ]);
  expect(await comments({ on: id })).toBe(2);
  expect([other.slug, third.slug]).toEqual([slug, `${slug}-2`]);
  expect((await call(publishPost, { as: "ada", params: { id } })).body.public_url).toBe(`/notes/${slug}-3/`);
  expect(await binIds()).not.toContain(id);
  expect(await verifyCatalog()).toEqual([]);
});

test("an episode leaves its audio, and has it again with its slug when it returns", async () => {
  const audio = (await makeAudio()).id;
  const { id, slug } = await createEpisodeDraft(world.calls, { podcast_audio: { id: audio } });
  await call(publishEpisode, { as: "ada", params: { id } });
  expect((await call(deleteEpisode, { as: "ada", params: { id } })).status).toBe(204);
  expect(await readDraftEpisodeIds(audio)).toEqual([]);
  expect((await restore(id)).body).toMatchObject({
    ...{ type: "site.Episode", slug, podcast_audio: { id: audio }, live: false },
  });
  expect(await readDraftEpisodeIds(audio)).toEqual([id]);
});

describe("the bin", () => {
  test("is for those who may edit, and takes back what they may add", async () => {
    const draft = await createDraft(world.notes);
    expect(codeOf(await remove(draft.id, "cy"))).toBe("ok");
    for (const [as, sees] of [
      ["ada", true],
      ["cy", true],
      ["su", true],
      ["bo", false],
      ["di", false],
    ] as const)
      expect([as, (await binIds(as)).includes(draft.id)]).toEqual([as, sees]);
    expect((await restore(draft.id, "bo")).body.code).toBe("permission_denied");
    expect((await restore(draft.id, "cy")).body).toMatchObject({
      code: "permission_denied",
      parent_id: world.notes,
    });
    expect(codeOf(await restore(draft.id, "ada", { "if-match": '"1"' }))).toBe("revision_conflict");
    expect(codeOf(await restore(999_999))).toBe("not_found");
    expect(codeOf(await restore(draft.id))).toBe("ok");
    expect(codeOf(await restore(draft.id))).toBe("not_found");
  });

  test("keeps what the right to publish is needed for from those who lack it", async () => {
    const { id } = await createLivePost(world.notes);
    expect(codeOf(await remove(id, "cy"))).toBe("permission_denied");
  });

  test("gives back nothing whose parent is gone", async () => {
    const { ids } = await applyManifest({
      version: 1,
      pages: [
        {
          ...{ type: "site.HomePage", slug: "home", title: "Home" },
          children: [{ type: "site.Blog", key: "brief", slug: "brief", title: "Brief" }],
        },
      ],
    });
    const { id } = await createDraft(ids.pages.brief!);
    await remove(id);
    await deletePage(ids.pages.brief!);
    expect(codeOf(await restore(id))).toBe("parent_gone");
    expect(await binIds()).toContain(id);
  });

  test("answers again what was asked before with the same key", async () => {
    const { id } = await createDraft(world.notes);
    const headers = { "idempotency-key": "del" };
    for (let round = 0; round < 2; round++) expect((await remove(id, "ada", headers)).status).toBe(204);
    const back = { "idempotency-key": "back" };
    const answers = [await restore(id, "ada", back), await restore(id, "ada", back)];
    expect(answers[1]!.body).toEqual(answers[0]!.body);
  });

  test("is emptied after 30 days, also if the job is killed at any step", async () => {
    captureLog();
    const { id, slug } = await createLivePost(world.notes);
    await setComments(id, { permit: () => {}, comments: [commentWith({ id: 1 })] });
    await remove(id);
    daysLater(29.9);
    await removeLeftovers();
    expect(await binIds()).toContain(id);
    daysLater(30.1);
    expect([await binIds(), codeOf(await restore(id))]).toEqual([
      expect.not.arrayContaining([id]),
      "not_found",
    ]);
    for (let index = 0; await failingAt(index, "for good", () => removeLeftovers().catch(() => {})); index++)
      expect(await readPage(id)).toBeUndefined();
    daysLater(30.2);
    await removeLeftovers();
    const left = (await wholeTable()) as { pk: string; sk: string }[];
    expect(
      left.filter(
        ({ pk, sk }) => pk === `PAGE#${id}` || (/^(BIN|LEFTOVERS)/.test(pk) && sk.endsWith(`${id}`)),
      ),
    ).toEqual([]);
    expect((await readSlugClaim(world.notes, slug)).row).toBeNull();
  });

  test("gets a waiting comment that the deletion left behind when it was killed", async () => {
    for (let index = 0; ; index++) {
      const { id } = await createLivePost(world.notes);
      const commentId = await waitOn(id, "Still here");
      const isReached = await failingAt(index, "for good", () =>
        binPage(id, { permit: () => {} }).catch(() => {}),
      );
      if (!isReached) break;
      if (await readPage(id)) continue;
      daysLater(1);
      await removeLeftovers();
      vi.restoreAllMocks();
      const waiting = (await call(listComments, { as: "mo", query: { on: id } })).body.count;
      expect([index, waiting]).toEqual([index, 0]);
      await restore(id);
      expect((await readComments((await readPage(id))!))?.map((each) => each.id)).toEqual([commentId]);
    }
  });
});

describe("beside a deletion,", () => {
  const publish = ({ id }: { id: number }) => call(publishPost, { as: "ada", params: { id } });
  const schedule = ({ id }: { id: number }) =>
    call(schedulePost, { as: "ada", params: { id }, body: { publish_at: "2090-01-01T00:00:00Z" } });

  test.each([
    ["a PATCH", patch, "ok", true],
    ["a publication", publish, "ok", true],
    ["a schedule", schedule, "page_locked", false],
  ] as const)(
    "%s is kept in the bin, or comes too late, or locks the post",
    async (_name, act, late, isGone) => {
      const one = await createDraft(world.notes);
      const { slow, fast } = await overtaken(
        () => remove(one.id),
        () => act(one),
      );
      expect([codeOf(slow), codeOf(fast)]).toEqual([late, "ok"]);
      expect((await readPage(one.id)) === undefined).toBe(isGone);
      if (isGone) expect((await restore(one.id)).body.title).toBe(act === patch ? "New" : one.title);
      const other = await createDraft(world.notes);
      const late2 = await overtaken(
        () => act(other),
        () => remove(other.id),
      );
      expect([codeOf(late2.slow), codeOf(late2.fast)]).toEqual(["not_found", "ok"]);
      expect((await restore(other.id)).body).toMatchObject({
        title: other.title,
        live: false,
        status: "draft",
      });
    },
  );
});

test("a post whose comments have all been decided needs nothing done after its deletion", async () => {
  const { id } = await createLivePost(world.notes);
  await judgeComment(await waitOn(id, "In time"), "public");
  await binPage(id, { permit: () => {} });
  expect(await getItem(keys.leftoverBodies(id))).toBeUndefined();
});

test("a comment that arrives beside a deletion follows into the bin, or comes too late", async () => {
  const { id } = await createLivePost(world.notes);
  const { fast: commentId } = await overtaken(
    () => binPage(id, { permit: () => {} }),
    () => waitOn(id, "Just now"),
  );
  expect(await readWaitingOn(id)).toEqual([]);
  await restore(id);
  expect((await readComments((await readPage(id))!))?.map((each) => each.id)).toEqual([commentId]);

  const { id: other } = await createLivePost(world.notes);
  const written = { parentId: null, name: "Bo", email: "bo@example.org", text: "Too late" };
  const asked = { written, address: "somebody", publishes: false, maxWaiting: { onSite: 99, onPage: 99 } };
  const inTime = await addComment(other, asked);
  const { slow } = await overtaken(
    () => addComment(other, asked).catch(({ code }: Refusal) => code),
    () => binPage(other, { permit: () => {} }),
  );
  expect([slow, await readWaitingOn(other)]).toEqual(["not_found", []]);
  await restore(other);
  expect((await readComments((await readPage(other))!))?.map((each) => each.id)).toEqual([inTime.id]);
});

describe("a restoration", () => {
  const binned = async () => {
    const draft = await createDraft(world.notes);
    await remove(draft.id);
    return draft;
  };
  const create = (slug: string) =>
    call(createPost, {
      as: "ada",
      body: { parent: { id: world.notes }, title: "Another", slug, overview: [] },
    });

  test("beside a creation with its slug gives way to it, or is first", async () => {
    const one = await binned();
    const { slow, fast } = await overtaken(
      () => restore(one.id),
      () => create(one.slug),
    );
    expect([slow.body.slug, fast.body.slug]).toEqual([`${one.slug}-2`, one.slug]);
    const other = await binned();
    const late = await overtaken(
      () => create(other.slug),
      () => restore(other.id),
    );
    expect([codeOf(late.slow), late.fast.body.slug]).toEqual(["slug/duplicate", other.slug]);
  });

  test("beside another happens once; beside the end of the bin, either", async () => {
    const one = await binned();
    const twice = await overtaken(
      () => restore(one.id),
      () => restore(one.id),
    );
    expect([codeOf(twice.slow), codeOf(twice.fast)]).toEqual(["not_found", "ok"]);
    const end = (id: number) => purgePage(() => readStoredBinned(id));
    const two = await binned();
    const late = await overtaken(
      () => restore(two.id),
      () => end(two.id),
    );
    expect([codeOf(late.slow), late.fast]).toEqual(["not_found", true]);
    const three = await binned();
    const saved = await overtaken(
      () => end(three.id),
      () => restore(three.id),
    );
    expect([saved.slow, codeOf(saved.fast)]).toEqual([false, "ok"]);
    expect(await read(three.id)).toMatchObject({ title: three.title });
  });

  test("beside one that is saved and deleted again brings back what was saved", async () => {
    const one = await binned();
    const { slow } = await overtaken(
      () => restore(one.id),
      async () => {
        await restore(one.id);
        await patch(one);
        await remove(one.id);
      },
    );
    expect(slow.body).toMatchObject({ title: "New", previous_revision_id: one.latest_revision_id });
  });

  test("and another deletion make what was read of the bin before too old to write by", async () => {
    const { id } = await createDraft(world.notes);
    await remove(id);
    const before = (await readStoredBinned(id))!;
    await restore(id);
    await remove(id);
    const touches = vi.fn((): Write[] => []).mockReturnValueOnce([touchBinned(before)]);
    await commitDecision(async () => ({ writes: touches(), value: undefined }));
    expect(touches).toHaveBeenCalledTimes(2);
  });

  test("and deletions and creations at once leave every page in one place, and each slug to one page", async () => {
    const slug = freshSlug();
    const { id } = await createLivePost(world.notes, { slug });
    const acts = [remove, restore, remove, restore, restore].map((act) => () => act(id));
    const creations = [slug, `${slug}-2`].map((each) => () => create(each));
    await withPauses(
      () => Math.random() * 3,
      () => Promise.all([...acts, ...creations].map((act) => act())),
    );
    const places = [await readPage(id), await readStoredBinned(id)].filter((place) => place !== undefined);
    expect(places).toHaveLength(1);
    const claims = await Promise.all(["", "-2", "-3"].map((end) => readSlugClaim(world.notes, slug + end)));
    for (const { row, drafts } of claims) expect(drafts).toEqual(row === null ? [] : [row]);
    const holders = claims.flatMap(({ row }) => row ?? []);
    expect(new Set(holders).size).toBe(holders.length);
    expect(holders.includes(id)).toBe((await readPage(id)) !== undefined);
    expect(await verifyCatalog()).toEqual([]);
  });
});

describe("an earlier revision", () => {
  test("is brought back as a new one, of which the history says where it is from", async () => {
    const first = await createDraft(world.notes, {
      title: "First",
      overview: [{ type: "paragraph", value: "<p>Low</p>" }],
    });
    const { id, slug } = first;
    const body = {
      base_revision_id: first.latest_revision_id,
      title: "Second",
      slug: `${slug}-b`,
      overview: [],
    };
    const second = (await call(updatePost, { as: "ada", params: { id }, body })).body;
    const bring = (revision: number, base: number, as = "ada") =>
      call(restorePostRevision, { as, params: { id, revision }, body: { base_revision_id: base } });
    const back = await bring(first.latest_revision_id, second.latest_revision_id);
    expect(back.body).toEqual({
      ...first,
      latest_revision_id: expect.any(Number),
      previous_revision_id: second.latest_revision_id,
    });
    const [newest] = await readRevisionEntries(id);
    expect(newest).toMatchObject({
      id: back.body.latest_revision_id,
      restoredFrom: first.latest_revision_id,
    });
    expect((await kindsOf(id)).at(-1)).toBe("wagtail.revert");
    expect((await bring(newest!.id, newest!.id)).body).toEqual(back.body);
    expect(await readRevisionEntries(id)).toHaveLength(3);

    await createDraft(world.notes, { slug: `${slug}-b` });
    expect(codeOf(await bring(second.latest_revision_id, newest!.id))).toBe("slug/duplicate");
    expect(codeOf(await bring(999_999, 1, "di"))).toBe("permission_denied");
    expect(codeOf(await bring(999_999, 1))).toBe("not_found");
    expect(codeOf(await bring(second.latest_revision_id, 1))).toBe("revision_conflict");
    const withoutBase = { as: "ada", params: { id, revision: newest!.id }, body: {} };
    expect(codeOf(await call(restorePostRevision, withoutBase))).toBe("base_revision_id/required");
  });
});
