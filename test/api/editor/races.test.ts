// Proves contract rules: slug-unique, revision-token, if-match, update-saves, update-locks,
// require-unpublished, publish-latest, publish-atomic, publish-locks, publish-schedule, publish-workflow,
// publish-episode.

import { describe, expect, test } from "vitest";
import { handler as publishScheduled } from "#functions/jobs/publish-scheduled.ts";
import { setComments } from "#lib/actions/pages/discussion.ts";
import { lockPage, unlockPage } from "#lib/actions/pages/lock-page.ts";
import { deletePage } from "#lib/actions/pages/remove-page.ts";
import { schedulePage } from "#lib/actions/pages/schedule-page.ts";
import { unpublishPage } from "#lib/actions/pages/unpublish-page.ts";
import { setWorkflowState } from "#lib/actions/pages/workflow.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { createPost, publishPost, readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { leaveMark } from "#lib/store/change-number.ts";
import { changesAfter } from "#lib/store/changes.ts";
import { drawNumbers } from "#lib/store/items.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { call, type RouteAnswer } from "#test/support/call.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { overtaken, withPauses } from "#test/support/interleaving.ts";
import { makeAudio } from "#test/support/media.ts";
import { expectGone, expectSound } from "#test/support/sound-page.ts";
import { verifyCatalog } from "#test/support/verify-catalog.ts";
import { createDraft, createLivePost, freshSlug, useWorld } from "#test/support/world.ts";
import { commentWith } from "../../lib/pages/comments.ts";

const world = useWorld();

interface Post {
  readonly id: number;
  readonly slug: string;
  readonly latest_revision_id: number;
  /** An unused slug. */
  readonly other: string;
}

/** An operation on a post; gives `ok` or the refusal's code. */
type Act = (post: Post) => Promise<string>;

const permit = () => {};
const past = "2026-01-01T00:00:00.000Z";
const future = "2090-01-01T00:00:00.000Z";

const codeOf = ({ status, body }: RouteAnswer): string => {
  if (status < 300) return "ok";
  return body.errors?.slug ? `slug/${body.errors.slug[0].code}` : body.code;
};

const patch =
  (fields: object = {}, as = "ada"): Act =>
  async ({ id, latest_revision_id: base_revision_id }) =>
    codeOf(
      await call(updatePost, { as, params: { id }, body: { base_revision_id, title: "New", ...fields } }),
    );

const rename: Act = (post) => patch({ slug: post.other })(post);

const publish: Act = async ({ id }) => codeOf(await call(publishPost, { as: "ada", params: { id } }));

const publishThis: Act = async ({ id, latest_revision_id }) =>
  codeOf(
    await call(publishPost, {
      as: "ada",
      params: { id },
      headers: { "if-match": `"${latest_revision_id}"` },
    }),
  );

const create: Act = async ({ other: slug }) => {
  const body = { parent: { id: world.notes }, title: "Another", slug, overview: [] };
  return codeOf(await call(createPost, { as: "ada", body }));
};

const done =
  (act: (post: Post) => Promise<unknown>): Act =>
  async (post) => {
    await act(post);
    return "ok";
  };

const approveFor = (publishAt: string | null) => done(({ id }) => schedulePage(id, { permit, publishAt }));
const job = done(publishScheduled);
const withdraw = done(({ id }) => unpublishPage(id, { permit }));
const remove = done(({ id }) => deletePage(id));
const discuss: Act = async ({ id }) => {
  const permitExisting = (current: unknown) => {
    if (!current) throw new Refusal("not_found");
  };
  const comments = [commentWith({ id: 1 }), commentWith({ id: 2 })];
  const set = setComments(id, { permit: permitExisting, comments });
  return set.then(
    () => "ok",
    (error) => (error instanceof Refusal ? "gone" : Promise.reject(error)),
  );
};
const unlock = done(({ id }) => unlockPage(id, { permit }));
const lockBy = (username: string | null) =>
  done(async ({ id }) => {
    const ownerId = username === null ? null : (await readUserByName(username))!.id;
    await lockPage(id, { permit, ownerId });
  });

/** Only ada reviews the workflow. */
const startWorkflow = done(async ({ id }) => {
  const { groups } = (await readUserByName("ada"))!;
  const next = () => ({ name: "Review", task: "Reading", state: "in_progress", groups }) as const;
  await setWorkflowState(id, { permit, next });
});

const inTurn =
  (...acts: readonly Act[]): Act =>
  async (post) => {
    const results: string[] = [];
    for (const act of acts) results.push(await act(post));
    return results.join();
  };

const withOther = (post: Omit<Post, "other">): Post => ({ ...post, other: freshSlug() });
const draft = async () => withOther(await createDraft(world.notes, { title: "Old" }));
const episode = async () =>
  withOther(
    await createEpisodeDraft(world.calls, { title: "Old", podcast_audio: { id: (await makeAudio()).id } }),
  );
const live = async () => withOther(await createLivePost(world.notes, { title: "Old" }));

const liveWithDraft = async () => {
  const post = await live();
  const body = { base_revision_id: post.latest_revision_id, title: "Draft", slug: post.other };
  return withOther((await call(updatePost, { as: "ada", params: { id: post.id }, body })).body);
};

const due = async () => {
  const post = await draft();
  await approveFor(past)(post);
  return post;
};

const locked = async () => {
  const post = await draft();
  await lockBy("ada")(post);
  return post;
};

/** The post in the editor API at the end, or "gone". */
const shown = async ({ id, other }: Post) => {
  const { status, body } = await call(readPost, { as: "su", params: { id } });
  if (status === 404) return "gone";
  const renamed = body.page_slug === other ? ", renamed publicly" : body.slug === other ? ", renamed" : "";
  return `${body.live ? "public" : "hidden"} ${body.status}, ${body.title}${renamed}`;
};

/** The answers of both, and the post at the end. */
type Outcome = readonly [one: string, other: string, post: string];

/** Two operations at once; either may come last. */
interface Race {
  readonly start: () => Promise<Post>;
  readonly one: Act;
  readonly other: Act;
  readonly oneLast: Outcome;
  readonly otherLast: Outcome;
  /** A further outcome, if one operation takes place between the steps of the other. */
  readonly between?: Outcome;
}

const expectSoundOrGone = async (post: Post) =>
  (await shown(post)) === "gone" ? expectGone(post.id, world.notes) : expectSound(post.id);

/** Lets each operation overtake the other, then runs both freely; only the given outcomes may result. */
const expectRace = async ({ start, one, other, oneLast, otherLast, between = oneLast }: Race) => {
  const first = await start();
  const { slow: lateOne, fast: early } = await overtaken(
    () => one(first),
    () => other(first),
  );
  expect([lateOne, early, await shown(first)]).toEqual(oneLast);
  await expectSoundOrGone(first);

  const second = await start();
  const { slow: lateOther, fast: earlyOne } = await overtaken(
    () => other(second),
    () => one(second),
  );
  expect([earlyOne, lateOther, await shown(second)]).toEqual(otherLast);
  await expectSoundOrGone(second);

  await expectOneOf([oneLast, otherLast, between], { start, one, other });
};

/** Runs both at once, on several posts. */
const expectOneOf = async (
  outcomes: readonly Outcome[],
  { start, one, other }: Pick<Race, "start" | "one" | "other">,
) => {
  const posts = await Promise.all(Array.from({ length: 3 }, start));
  const { result } = await withPauses(
    () => Math.random() * 4,
    () => Promise.all(posts.map((post) => Promise.all([one(post), other(post)]))),
  );
  for (const [index, post] of posts.entries()) {
    expect(outcomes).toContainEqual([...result[index]!, await shown(post)]);
    await expectSoundOrGone(post);
  }
};

const conflict = "revision_conflict";

describe("a PATCH", () => {
  test("beside a publication is saved above what is public, or is published with it", () =>
    expectRace({
      ...{ start: draft, one: rename, other: publish },
      oneLast: ["ok", "ok", "public draft, New, renamed"],
      otherLast: ["ok", "ok", "public live, New, renamed publicly"],
    }));

  test("beside a publication of its base revision makes that publication stale, or is saved on top of it", () =>
    expectRace({
      ...{ start: draft, one: patch(), other: publishThis },
      oneLast: ["ok", "ok", "public draft, New"],
      otherLast: ["ok", conflict, "hidden draft, New"],
    }));

  test("that requires an unpublished post is refused when a publication slips in", () =>
    expectRace({
      ...{ start: draft, one: patch({ require_unpublished: true }), other: publish },
      oneLast: ["published_post", "ok", "public live, Old"],
      otherLast: ["ok", "ok", "public live, New"],
    }));

  test("that requires an unpublished post is refused when an approval slips in", () =>
    expectRace({
      ...{ start: draft, one: patch({ require_unpublished: true }), other: approveFor(future) },
      oneLast: ["scheduled_post", "ok", "hidden scheduled, Old"],
      otherLast: ["ok", "ok", "hidden scheduled, New"],
    }));

  test("is refused if an approval comes between, and is the approved revision otherwise", () =>
    expectRace({
      ...{ start: draft, one: patch(), other: approveFor(future) },
      oneLast: ["page_locked", "ok", "hidden scheduled, Old"],
      otherLast: ["ok", "ok", "hidden scheduled, New"],
    }));

  test("beside another PATCH on the same revision: one is saved, one is stale", () =>
    expectRace({
      ...{ start: draft, one: patch({ title: "One" }), other: patch({ title: "Other" }) },
      oneLast: [conflict, "ok", "hidden draft, Other"],
      otherLast: ["ok", conflict, "hidden draft, One"],
    }));

  test("is refused when a lock slips in, whoever set it, and a lock after it stays", () =>
    expectRace({
      ...{ start: draft, one: patch(), other: inTurn(lockBy("su"), unlock, lockBy(null)) },
      oneLast: ["page_locked", "ok,ok,ok", "hidden draft, Old"],
      otherLast: ["ok", "ok,ok,ok", "hidden draft, New"],
    }));

  test("is saved although its author locks the post meanwhile", () =>
    expectRace({
      ...{ start: draft, one: patch(), other: lockBy("ada") },
      oneLast: ["ok", "ok", "hidden draft, New"],
      otherLast: ["ok", "ok", "hidden draft, New"],
    }));

  test("of somebody who does not review is refused when a review begins meanwhile", () =>
    expectRace({
      ...{ start: draft, one: patch({}, "cy"), other: startWorkflow },
      oneLast: ["page_locked", "ok", "hidden draft, Old"],
      otherLast: ["ok", "ok", "hidden draft, New"],
    }));

  test("that renames, beside the creation of a post with the new slug: one gets it, the other is a duplicate", () =>
    expectRace({
      ...{ start: draft, one: rename, other: create },
      oneLast: ["slug/duplicate", "ok", "hidden draft, Old"],
      otherLast: ["ok", "slug/duplicate", "hidden draft, New, renamed publicly"],
    }));
});

describe("a publication", () => {
  test("beside another one: one happens, the other finds nothing to publish", () =>
    expectRace({
      ...{ start: liveWithDraft, one: publish, other: publish },
      oneLast: ["no_unpublished_draft", "ok", "public live, Draft"],
      otherLast: ["ok", "no_unpublished_draft", "public live, Draft"],
    }));

  test("is refused when an approval slips in", () =>
    expectRace({
      ...{ start: draft, one: publish, other: approveFor(future) },
      oneLast: ["page_locked", "ok", "hidden scheduled, Old"],
      otherLast: ["ok", "ok", "public scheduled, Old"],
    }));

  test("finds nothing to publish when an approval and its time were faster", () =>
    expectRace({
      ...{ start: draft, one: publish, other: inTurn(approveFor(past), job) },
      oneLast: ["no_unpublished_draft", "ok,ok", "public live, Old"],
      otherLast: ["ok", "ok,ok", "public live, Old"],
      between: ["page_locked", "ok,ok", "public live, Old"],
    }));

  test("is refused when a lock slips in", () =>
    expectRace({
      ...{ start: draft, one: publish, other: lockBy("su") },
      oneLast: ["page_locked", "ok", "hidden draft, Old"],
      otherLast: ["ok", "ok", "public live, Old"],
    }));

  test("by the owner of a lock is refused when the lock changes hands", () =>
    expectRace({
      ...{ start: locked, one: publish, other: lockBy("su") },
      oneLast: ["page_locked", "ok", "hidden draft, Old"],
      otherLast: ["ok", "ok", "public live, Old"],
    }));

  test("is refused when a workflow is started meanwhile", () =>
    expectRace({
      ...{ start: draft, one: publish, other: startWorkflow },
      oneLast: ["workflow_active", "ok", "hidden draft, Old"],
      otherLast: ["ok", "ok", "public live, Old"],
    }));

  test("of an episode is refused when a PATCH takes its audio away meanwhile", () =>
    expectRace({
      ...{ start: episode, one: publish, other: patch({ podcast_audio: null }) },
      oneLast: ["validation_error", "ok", "hidden draft, New"],
      otherLast: ["ok", "ok", "public draft, New"],
    }));

  test("beside a withdrawal leaves the post as the later one says", () =>
    expectRace({
      ...{ start: liveWithDraft, one: publish, other: withdraw },
      oneLast: ["ok", "ok", "public live, Draft"],
      otherLast: ["ok", "ok", "hidden draft, Draft"],
    }));
});

describe("comments that are set", () => {
  test("beside a publication are those of the public page", () =>
    expectRace({
      ...{ start: draft, one: discuss, other: publish },
      oneLast: ["ok", "ok", "public live, Old"],
      otherLast: ["ok", "ok", "public live, Old"],
    }));

  test("beside a withdrawal stay with the draft", () =>
    expectRace({
      ...{ start: live, one: discuss, other: withdraw },
      oneLast: ["ok", "ok", "hidden draft, Old"],
      otherLast: ["ok", "ok", "hidden draft, Old"],
    }));

  test("beside a PATCH leave it as it is", () =>
    expectRace({
      ...{ start: live, one: discuss, other: patch() },
      oneLast: ["ok", "ok", "public draft, New"],
      otherLast: ["ok", "ok", "public draft, New"],
    }));

  test("beside a removal are gone with the page, or come too late", () =>
    expectRace({
      ...{ start: live, one: discuss, other: remove },
      oneLast: ["gone", "ok", "gone"],
      otherLast: ["ok", "ok", "gone"],
    }));
});

describe("an approval whose time has come", () => {
  test("is carried out or taken back, never both", () =>
    expectRace({
      ...{ start: due, one: job, other: approveFor(null) },
      oneLast: ["ok", "ok", "hidden draft, Old"],
      otherLast: ["ok", "ok", "public live, Old"],
    }));

  test("is carried out or put off", () =>
    expectRace({
      ...{ start: due, one: job, other: approveFor(future) },
      oneLast: ["ok", "ok", "hidden scheduled, Old"],
      otherLast: ["ok", "ok", "public scheduled, Old"],
    }));

  test("beside a withdrawal leaves a public post or a draft without an approval", () =>
    expectRace({
      ...{ start: due, one: job, other: withdraw },
      oneLast: ["ok", "ok", "public live, Old"],
      otherLast: ["ok", "ok", "hidden draft, Old"],
    }));

  test("lets no editor publish, and leaves them nothing to publish", () =>
    expectOneOf(
      [
        ["page_locked", "ok", "public live, Old"],
        ["no_unpublished_draft", "ok", "public live, Old"],
      ],
      { start: due, one: publish, other: job },
    ));

  test("shuts a PATCH out until it is carried out", () =>
    expectOneOf(
      [
        ["page_locked", "ok", "public live, Old"],
        ["ok", "ok", "public draft, New"],
      ],
      { start: due, one: patch(), other: job },
    ));
});

describe("a withdrawal", () => {
  test("beside a PATCH that renames leaves the new slug to the post", () =>
    expectRace({
      ...{ start: live, one: withdraw, other: rename },
      oneLast: ["ok", "ok", "hidden draft, New, renamed publicly"],
      otherLast: ["ok", "ok", "hidden draft, New, renamed publicly"],
    }));
});

describe("a deletion", () => {
  test("leaves nothing, whatever a PATCH does beside it", () =>
    expectRace({
      ...{ start: draft, one: rename, other: remove },
      oneLast: ["not_found", "ok", "gone"],
      otherLast: ["ok", "ok", "gone"],
    }));

  test("leaves nothing, whatever is published beside it", () =>
    expectRace({
      ...{ start: draft, one: publish, other: remove },
      oneLast: ["not_found", "ok", "gone"],
      otherLast: ["ok", "ok", "gone"],
    }));
});

describe("when another process draws numbers between the reads and the transaction", () => {
  test("a creation has others", async () => {
    const body = { parent: { id: world.notes }, title: freshSlug(), overview: [] };
    // A process only reads early for callers whom it has seen.
    await draft();
    const { slow, fast } = await overtaken(
      () => call(createPost, { as: "ada", body }),
      () => drawNumbers("page", "revision"),
      { takesNumbers: true },
    );
    const { id, latest_revision_id } = slow.body;
    expect([id, latest_revision_id]).toEqual([fast.page + 1, fast.revision + 1]);
    await expectSound(id);
    expect(await createDraft(world.notes)).toMatchObject({
      id: id + 1,
      latest_revision_id: latest_revision_id + 1,
    });
  });

  test("a creation with a key is no repetition of itself", async () => {
    await draft();
    const body = { parent: { id: world.notes }, title: freshSlug(), overview: [] };
    const headers = { "idempotency-key": "heron" };
    const { slow } = await overtaken(
      () => call(createPost, { as: "ada", body, headers }),
      () => drawNumbers("page", "revision"),
      { takesNumbers: true },
    );
    expect(slow.status).toBe(201);
  });

  test("a PATCH has another, above that of every revision before", async () => {
    const post = await draft();
    const { fast } = await overtaken(
      () => patch()(post),
      () => drawNumbers("revision"),
      { takesNumbers: true },
    );
    const { body } = await call(readPost, { as: "ada", params: { id: post.id } });
    expect(body).toMatchObject({ title: "New", latest_revision_id: fast.revision + 1 });
    await expectSound(post.id);
  });

  test("a publication has another", async () => {
    const post = await draft();
    const { slow, fast } = await overtaken(() => publish(post), leaveMark, { takesNumbers: true });
    expect(slow).toBe("ok");
    expect(await changesAfter(fast.number)).toMatchObject([{ number: fast.number + 1 }]);
    await expectSound(post.id);
  });
});

test("none of these races leaves a catalog that differs from a new one", async () => {
  expect(await verifyCatalog()).toEqual([]);
});
