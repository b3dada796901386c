// Proves contract rules: working-copy-saves, working-copy-preview.

import { describe, expect, test } from "vitest";
import {
  publishEpisode,
  publishPost,
  readPost,
  updateEpisode,
  updatePost,
} from "#lib/routes/editor-posts.ts";
import { createPostPreviewLink } from "#lib/routes/editor-preview-links.ts";
import { previewEpisode, previewPost } from "#lib/routes/editor-previews.ts";
import { lockPost, restorePostRevision } from "#lib/routes/editor-state.ts";
import { showPreview } from "#lib/routes/opened-previews.ts";
import { call, type RouteAnswer } from "#test/support/call.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { failingAt } from "#test/support/faults.ts";
import { overtaken } from "#test/support/interleaving.ts";
import { makeAudio } from "#test/support/media.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import {
  longTypedText,
  putTyped,
  readTyped,
  removeTyped,
  typedItemsOf,
  typedProblemOf,
} from "#test/support/working-copies.ts";
import { createDraft, createLivePost, freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();

type Post = { readonly id: number; readonly latest_revision_id: number };
type Query = string | Readonly<Record<string, string | number>>;

const latest = async (id: number): Promise<Post> =>
  (await call(readPost, { as: "ada", params: { id } })).body;

const save = ({ id, latest_revision_id }: Post, query: Query, headers = {}) =>
  call(updatePost, {
    ...{ as: "ada", params: { id }, query, headers },
    body: { base_revision_id: latest_revision_id, title: "Saved" },
  });
const publish = ({ id }: Post, query: Query, headers = {}) =>
  call(publishPost, { as: "ada", params: { id }, query, headers });
const restore = (post: Post, query: Query, headers = {}) =>
  call(restorePostRevision, {
    ...{ as: "ada", params: { id: post.id, revision: post.latest_revision_id }, query, headers },
    body: { base_revision_id: post.latest_revision_id },
  });

const changes = { save, publish, restore } as const;
const names = Object.keys(changes) as (keyof typeof changes)[];

describe.each(names)("%s with a working copy's version", (name) => {
  const change = changes[name];

  test("ends it in the same transaction, if it still is that version", async () => {
    const post = await createDraft(world.notes);
    const { body } = await putTyped(post.id, { fields: { detail_markdown: longTypedText(name) } });
    const answer = await change(post, { working_copy: body.version });
    expect([answer.status, answer.body.working_copy]).toEqual([200, undefined]);
    expect(typedProblemOf(await readTyped(post.id))).toBe("not_found");
    expect((await typedItemsOf(post.id)).length).toBe(1);
  });

  test("keeps another version and says so, and says nothing where there is none or nobody asks", async () => {
    const post = await createDraft(world.notes);
    const { body } = await putTyped(post.id);
    const asked = [undefined, body.version + 1, 0, body.version - 1];
    for (const [round, version] of asked.entries()) {
      const current = round === 0 ? post : await createDraft(world.notes);
      const typed = round === 0 ? body : (await putTyped(current.id)).body;
      const answer = await change(current, version === undefined ? {} : { working_copy: version });
      expect([answer.status, answer.body.working_copy]).toEqual([
        200,
        version === undefined ? undefined : "kept",
      ]);
      expect((await readTyped(current.id)).body).toEqual(typed);
    }
    const without = await change(await createDraft(world.notes), { working_copy: 7 });
    expect([without.status, "working_copy" in without.body]).toEqual([200, false]);
  });

  test("touches nobody else's", async () => {
    const post = await createDraft(world.notes);
    const { body } = await putTyped(post.id, {}, "cy");
    const answer = await change(post, { working_copy: body.version });
    expect([answer.status, "working_copy" in answer.body]).toEqual([200, false]);
    expect((await readTyped(post.id, "cy")).body).toEqual(body);
  });

  test("ends none that a tab has stored meanwhile", async () => {
    const post = await createDraft(world.notes);
    const { body: first } = await putTyped(post.id);
    const { slow, fast } = await overtaken(
      () => change(post, { working_copy: first.version }),
      () => putTyped(post.id, { version: first.version, client: "the other tab" }),
    );
    expect([slow.status, slow.body.working_copy, fast.status]).toEqual([200, "kept", 200]);
    expect((await readTyped(post.id)).body).toEqual(fast.body);
  });

  test("that is refused ends nothing, and neither does a dry run, which foresees the answer", async () => {
    const post = await createDraft(world.notes);
    const { body } = await putTyped(post.id);
    const before = await wholeTable();
    const dry = await change(post, { working_copy: body.version, dry_run: "true" });
    expect([dry.status, dry.body.dry_run, "working_copy" in dry.body.answer]).toEqual([200, true, false]);
    const kept = await change(post, { working_copy: 1, dry_run: "true" });
    expect(kept.body.answer.working_copy).toBe("kept");
    const denied = await change({ ...post, id: 987_654 }, { working_copy: body.version });
    expect([denied.status, await wholeTable()]).toEqual([404, before]);
    await call(lockPost, { as: "su", params: { id: post.id } });
    expect(typedProblemOf(await change(post, { working_copy: body.version }))).toBe("page_locked");
    expect((await readTyped(post.id)).body).toEqual(body);
  });

  test.each(["x", "-1", "1.5", "", "1e3", "true"])("refuses %j as a version", async (version) => {
    const post = await createDraft(world.notes);
    expect(typedProblemOf(await change(post, { working_copy: version }))).toBe("working_copy/invalid");
  });

  test("says of another value what is expected, and lets the last of two count", async () => {
    const post = await createDraft(world.notes);
    const refused = await change(post, { working_copy: "x" });
    expect(refused.body.errors.working_copy[0].message).toMatch(/^Expected the version/);
    const { body } = await putTyped(post.id);
    const answer = await change(post, `working_copy=x&working_copy=1&working_copy=${body.version}`);
    expect([answer.status, "working_copy" in answer.body]).toEqual([200, false]);
    expect(typedProblemOf(await readTyped(post.id))).toBe("not_found");
  });

  test("answers a repetition with its key like the first time, and ends no later copy", async () => {
    const post = await createDraft(world.notes);
    await putTyped(post.id);
    const headers = { "idempotency-key": `once-${name}` };
    const first = await change(post, { working_copy: 1 }, headers);
    expect(first.body.working_copy).toBe("kept");
    await removeTyped(post.id);
    const again = await change(post, { working_copy: 1 }, headers);
    expect([again.headers["idempotency-replayed"], again.body]).toEqual(["true", first.body]);
  });

  test("can report what was not stored", async () => {
    const post = await createDraft(world.notes);
    const { body } = await putTyped(post.id);
    const answer = await change(post, { working_copy: body.version, report: "true" });
    expect([answer.status, answer.body.report.removed]).toEqual([200, []]);
    expect((await readTyped(post.id)).status).toBe(404);
  });

  test.each(["before", "after", "for good"] as const)(
    "wherever the process is killed (%s), is done with the copy's end, or not at all",
    async (how) => {
      captureLog();
      for (let index = 0, isReached = true; isReached; index++) {
        const post = await createDraft(world.notes);
        const { body } = await putTyped(post.id);
        const state = async () => {
          const { live, ...page } = (await call(readPost, { as: "ada", params: { id: post.id } })).body;
          return `${live} ${page.title} ${page.latest_revision_id}`;
        };
        const before = await state();
        isReached = await failingAt(index, how, () =>
          change(post, { working_copy: body.version }).catch(() => {}),
        );
        const isThere = (await readTyped(post.id)).status === 200;
        if (isThere) expect(await state()).toBe(before);
        else if (name !== "restore") expect(await state()).not.toBe(before);
      }
    },
  );
});

test("a save of an episode ends its working copy, and so does its publication", async () => {
  const { id: audio } = await makeAudio();
  const { id } = await createEpisodeDraft(world.calls, { podcast_audio: { id: audio } });
  for (const route of [updateEpisode, publishEpisode]) {
    const { body } = await putTyped(id);
    const { latest_revision_id } = await latest(id);
    const sent =
      route === updateEpisode ? { body: { base_revision_id: latest_revision_id, title: "New" } } : {};
    const answer = await call(route, {
      as: "ada",
      params: { id },
      query: { working_copy: body.version },
      ...sent,
    });
    expect([answer.status, (await readTyped(id)).status]).toEqual([200, 404]);
  }
});

describe("a preview of the working copy", () => {
  const show = (id: number, query: Query = { working_copy: "true" }, as = "ada") =>
    call(previewPost, { as, params: { id }, query });
  const typed = async (fields: object, post?: Post): Promise<RouteAnswer> => {
    const { id } = post ?? (await createDraft(world.notes, { title: "The draft", tags: ["reed"] }));
    await putTyped(id, { fields });
    return show(id);
  };

  test("shows the page as a PATCH with its fields would make it, on the latest revision, and writes nothing", async () => {
    const post = await createLivePost(world.notes, {
      title: "Before",
      overview: [{ type: "paragraph", value: "<p>Old reeds</p>" }],
    });
    await putTyped(post.id, {
      base_revision_id: post.latest_revision_id,
      fields: { title: "Half a thought", publish: true, base_revision_id: "none", require_unpublished: true },
    });
    await save(post, {});
    await call(updatePost, {
      ...{ as: "ada", params: { id: post.id } },
      body: {
        base_revision_id: (await latest(post.id)).latest_revision_id,
        detail_markdown: "New water",
      },
    });
    await call(lockPost, { as: "su", params: { id: post.id } });
    const before = await wholeTable();
    const { status, text, headers } = await show(post.id);
    expect([status, headers["cache-control"]]).toEqual([200, "private, no-store"]);
    for (const part of ["Half a thought", "Old reeds", "New water"]) expect(text).toContain(part);
    expect(text).not.toContain("Saved");
    for (const query of [{ working_copy: "false" }, {}]) {
      const plain = await show(post.id, query);
      expect([plain.text.includes("Saved"), plain.text.includes("Half a thought")]).toEqual([true, false]);
    }
    expect(await wholeTable()).toEqual(before);
  });

  test.each([{}, { nonsense: 1 }, { publish: "perhaps" }])(
    "of fields that change nothing shows the page as it is: %j",
    async (fields) => {
      const { status, text } = await typed(fields);
      expect([status, text.includes("The draft")]).toEqual([200, true]);
    },
  );

  test("refuses what the PATCH refuses for its fields, all together", async () => {
    const taken = await createDraft(world.notes);
    for (const fields of [
      { title: "", tags: 7, slug: "not a slug" },
      { slug: taken.slug },
      { categories: [987_654] },
      { cover_image: { id: 987_654 } },
      { overview: [{ type: "nothing", value: 1 }] },
      { overview: [], overview_markdown: "twice" },
    ]) {
      const post = await createDraft(world.notes);
      const patch = await call(updatePost, {
        ...{ as: "ada", params: { id: post.id } },
        body: { base_revision_id: post.latest_revision_id, ...fields },
      });
      const answer = await typed(fields, post);
      expect(patch.status).toBe(400);
      expect([answer.status, answer.body]).toEqual([patch.status, patch.body]);
    }
  });

  test("is 404 without one, 403 for who may not edit the page, and refuses other values", async () => {
    const { id } = await createDraft(world.notes);
    await putTyped(id, {}, "cy");
    expect([(await show(id)).status, (await show(id, undefined, "bo")).status]).toEqual([404, 403]);
    expect(typedProblemOf(await show(id, { working_copy: "1" }))).toBe("working_copy/invalid");
  });

  test("knows the fields of episodes, at both addresses", async () => {
    const { id } = await createEpisodeDraft(world.calls);
    await putTyped(id, { fields: { title: "A teal", episode_number: 0 } });
    for (const route of [previewPost, previewEpisode]) {
      const answer = await call(route, { as: "ada", params: { id }, query: { working_copy: "true" } });
      expect(typedProblemOf(answer)).toBe("episode_number/min_value");
    }
  });

  test("is never what a preview link shows", async () => {
    const { id } = await createDraft(world.notes, { slug: freshSlug(), title: "The draft" });
    await putTyped(id, { fields: { title: "Not for guests" } });
    const { body: link } = await call(createPostPreviewLink, { as: "ada", params: { id }, body: {} });
    const key = new URL(link.url).searchParams.get("key")!;
    const query = { key, working_copy: "true" };
    const { text } = await call(showPreview, { as: "ada", params: { id, link: link.id }, query });
    expect([text.includes("The draft"), text.includes("Not for guests")]).toEqual([true, false]);
  });
});
