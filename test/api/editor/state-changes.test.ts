// Proves contract rules: unpublish, schedule, unschedule, lock, unlock, workflow-steps, state-changes,
// state-token, audit-log.

import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { handler as publishScheduled } from "#functions/jobs/publish-scheduled.ts";
import { lockPage } from "#lib/actions/pages/lock-page.ts";
import { schedulePage } from "#lib/actions/pages/schedule-page.ts";
import { setWorkflowState } from "#lib/actions/pages/workflow.ts";
import { clock } from "#lib/clock.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { publishPost, readPost, updateEpisode, updatePost } from "#lib/routes/editor-posts.ts";
import {
  approvePost,
  cancelWorkflowOfPost,
  deletePost,
  lockEpisode,
  lockPost,
  requestChangesOfPost,
  scheduleEpisode,
  schedulePost,
  startWorkflowOfPost,
  unlockPost,
  unpublishEpisode,
  unpublishPost,
  unschedulePost,
} from "#lib/routes/editor-state.ts";
import { listPages, readLivePage } from "#lib/routes/pages.ts";
import type { Route } from "#lib/routes/route.ts";
import { readAudit } from "#lib/store/audit.ts";
import { queryItems } from "#lib/store/items.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { readPage } from "#lib/store/pages.ts";
import { keys } from "#lib/store/table.ts";
import { call, type RouteAnswer } from "#test/support/call.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { makeAudio } from "#test/support/media.ts";
import { expectSound } from "#test/support/sound-page.ts";
import { createDraft, createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();

const permit = () => {};
const future = "2090-01-01T00:00:00.000Z";
const later = "2091-01-01T00:00:00.000Z";

/** `re` reviews, and `lo` may change and lock, but unlock only their own. */
beforeAll(async () => {
  await applyManifest({
    version: 1,
    groups: [
      { name: "Reviewers", admin_access: true },
      { name: "Lockers", admin_access: true, pages: [{ page: "/home", allow: ["change", "lock"] }] },
    ],
    users: [
      { username: "re", groups: ["Reviewers"] },
      { username: "lo", groups: ["Lockers"] },
    ],
    tokens: ["re", "lo"].map((name) => ({ name, user: name, secret: name })),
    workflows: [
      {
        name: "Review",
        tasks: [
          { name: "Reading", groups: ["Reviewers"] },
          { name: "Approval", groups: ["Reviewers", "Correctors"] },
        ],
        pages: ["/home/notes"],
      },
    ],
  });
});

const codeOf = ({ status, body }: RouteAnswer): string => {
  if (status < 300) return "ok";
  const [path] = Object.keys(body.errors ?? {});
  return path === undefined ? body.code : `${path}/${body.errors[path][0].code}`;
};

/** The states of a post before a request. */
interface State {
  readonly live?: boolean;
  readonly newerDraft?: boolean;
  readonly scheduled?: boolean;
  readonly workflow?: "in_progress" | "needs_changes";
  /** The lock's owner; `nobody` locks out all. */
  readonly lockedBy?: string;
  readonly withoutAudio?: boolean;
}

const postIn = async (
  { live, newerDraft, scheduled, workflow, lockedBy, withoutAudio }: State,
  isEpisode: boolean,
): Promise<number> => {
  const podcast_audio = { id: (await makeAudio()).id };
  const { id } = isEpisode
    ? await createEpisodeDraft(world.calls, { podcast_audio })
    : await createDraft(world.notes);
  if (live) await call(publishPost, { as: "ada", params: { id } });
  const change = async (fields: object) => {
    const { latest_revision_id } = (await call(readPost, { as: "ada", params: { id } })).body;
    const body = { base_revision_id: latest_revision_id, ...fields };
    await call(isEpisode ? updateEpisode : updatePost, { as: "ada", params: { id }, body });
  };
  if (newerDraft) await change({ title: "Newer" });
  if (withoutAudio) await change({ podcast_audio: null });
  if (scheduled) await schedulePage(id, { permit, publishAt: future });
  if (workflow) {
    const groups = (await readUserByName("re"))!.groups;
    const state = { name: "Review", task: "Reading", state: workflow, groups };
    await setWorkflowState(id, { permit, next: () => state });
  }
  if (lockedBy) {
    const ownerId = lockedBy === "nobody" ? null : (await readUserByName(lockedBy))!.id;
    await lockPage(id, { permit, ownerId });
  }
  return id;
};

/** What a request can be refused for: its code, and what causes it. */
interface Cause {
  readonly code: string;
  readonly as?: string;
  readonly id?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly state?: State;
}

const malformed: Cause = { code: "If-Match/invalid", headers: { "if-match": "12" } };
const missing: Cause = { code: "not_found", id: 999_999 };
const noEditor: Cause = { code: "permission_denied", as: "di" };
const noPublisher: Cause = { code: "permission_denied", as: "cy" };
const stale: Cause = { code: "revision_conflict", headers: { "if-match": '"1"' } };
const scheduled: Cause = { code: "page_locked", state: { scheduled: true } };
const inReview: Cause = { code: "workflow_active", state: { workflow: "needs_changes" } };
const locked: Cause = { code: "page_locked", state: { lockedBy: "nobody" } };

interface Orders {
  readonly routes: readonly Route<"id">[];
  /** The state in which the request succeeds. */
  readonly start?: State;
  readonly body?: object;
  readonly as?: string;
  readonly causes: readonly Cause[];
}

const orders: readonly Orders[] = [
  {
    routes: [unpublishPost, unpublishEpisode],
    start: { live: true },
    causes: [
      malformed,
      missing,
      noEditor,
      noPublisher,
      stale,
      { code: "not_live", state: { live: false } },
      scheduled,
      inReview,
      locked,
    ],
  },
  {
    routes: [deletePost],
    start: { live: true },
    causes: [malformed, missing, noEditor, noPublisher, stale, scheduled, inReview, locked],
  },
  {
    routes: [schedulePost],
    body: { publish_at: future },
    causes: [
      missing,
      noEditor,
      noPublisher,
      { code: "publish_at/min_value", body: { publish_at: "2020-01-01T00:00:00Z" } },
      malformed,
      { code: "If-Match/mismatch", headers: { "if-match": '"2"' } },
      { code: "revision_conflict", body: { publish_at: future, base_revision_id: 1 } },
      { code: "no_unpublished_draft", state: { live: true } },
      inReview,
      locked,
    ],
  },
  {
    routes: [scheduleEpisode],
    body: { publish_at: future },
    causes: [
      missing,
      noEditor,
      { code: "publish_at/invalid", body: { publish_at: "soon" } },
      stale,
      { code: "podcast_audio/required", state: { withoutAudio: true } },
      inReview,
      locked,
    ],
  },
  {
    routes: [unschedulePost],
    start: { scheduled: true },
    causes: [malformed, missing, noEditor, noPublisher, stale],
  },
  {
    routes: [lockPost, lockEpisode],
    causes: [
      malformed,
      missing,
      noEditor,
      { code: "permission_denied", as: "cy" },
      stale,
      { code: "page_locked", state: { lockedBy: "lo" } },
    ],
  },
  {
    routes: [unlockPost],
    start: { lockedBy: "su" },
    causes: [malformed, missing, noEditor, { code: "permission_denied", as: "lo" }, stale],
  },
  {
    routes: [startWorkflowOfPost],
    causes: [
      malformed,
      missing,
      noEditor,
      stale,
      { code: "workflow_state", state: { workflow: "in_progress" } },
      scheduled,
      locked,
    ],
  },
  ...[approvePost, requestChangesOfPost].map((route) => ({
    routes: [route],
    as: "su",
    start: { workflow: "in_progress" as const },
    causes: [
      malformed,
      missing,
      noEditor,
      { code: "permission_denied", as: "cy" },
      stale,
      ...[scheduled, locked],
    ],
  })),
  {
    routes: [approvePost],
    as: "su",
    start: { workflow: "in_progress" },
    causes: [stale, { code: "workflow_state", state: { workflow: "needs_changes" } }, ...[scheduled, locked]],
  },
  {
    routes: [cancelWorkflowOfPost],
    as: "su",
    start: { workflow: "needs_changes" },
    causes: [malformed, missing, noEditor, { code: "permission_denied", as: "cy" }, stale, scheduled, locked],
  },
];

const cases = orders.flatMap(({ routes, ...rest }) => routes.map((route) => ({ route, ...rest })));

describe.each(cases)("$route.id", ({ route, start = {}, body, as = "ada", causes }) => {
  const isEpisode = route.id.includes("/episodes/");
  const ask = async (from: readonly Cause[]) => {
    const states = Object.assign({}, start, ...from.map(({ state }) => state));
    const id = await postIn(states, isEpisode);
    const [first = {}] = [Object.assign({}, ...from.toReversed())] as [Partial<Cause>?];
    const options = {
      as: first.as ?? as,
      headers: first.headers ?? {},
      ...((first.body ?? body) && { body: first.body ?? body }),
    };
    const before = await queryItems({ pk: keys.page(id).pk });
    const answer = codeOf(await call(route, { ...options, params: { id: first.id ?? id } }));
    return { answer, isUnchanged: isDeepStrictEqual(await queryItems({ pk: keys.page(id).pk }), before) };
  };

  test("refuses for the first cause in the order of the contract, and changes nothing", async () => {
    for (const [index, { code }] of causes.entries())
      expect([index, await ask(causes.slice(index))]).toEqual([index, { answer: code, isUnchanged: true }]);
    expect(await ask([])).toEqual({ answer: "ok", isUnchanged: false });
  });
});

const kindsOf = async (id: number) => (await readAudit(id)).map(({ kind }) => kind.replace("wagtail.", ""));

describe("unpublishing", () => {
  test("takes a page off every list and keeps its latest draft with its slug, by which it is published again", async () => {
    const { id, slug } = await createLivePost(world.notes);
    const { latest_revision_id } = (await call(readPost, { as: "ada", params: { id } })).body;
    const body = { base_revision_id: latest_revision_id, slug: `${slug}-new`, title: "Newer" };
    const draft = (await call(updatePost, { as: "ada", params: { id }, body })).body;
    const { status, body: shown } = await call(unpublishPost, { as: "ada-publish", params: { id } });
    expect([status, shown]).toEqual([
      200,
      { ...draft, live: false, status: "draft", page_slug: `${slug}-new` },
    ]);
    expect((await call(readLivePage, { params: { id } })).status).toBe(404);
    const listed = (await call(listPages, { query: { child_of: world.notes, limit: 200 } })).body.results;
    expect(listed.map((page: { id: number }) => page.id)).not.toContain(id);
    await expectSound(id);
    expect((await call(publishPost, { as: "ada", params: { id } })).body.public_url).toBe(
      `/notes/${slug}-new/`,
    );
    expect(await kindsOf(id)).toEqual(["create", "publish", "edit", "unpublish", "rename", "publish"]);
  });

  test("asked for twenty times at once happens once", async () => {
    const { id } = await createLivePost(world.notes);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call(unpublishPost, { as: "ada", params: { id } })),
    );
    expect(answers.map(codeOf).sort()).toEqual([...Array(19).fill("not_live"), "ok"]);
  });
});

describe("a schedule", () => {
  test("is set, set again without a change, replaced and cancelled, and cancelled again", async () => {
    const { id, latest_revision_id } = await createDraft(world.notes);
    const put = (publish_at: string) =>
      call(schedulePost, {
        as: "ada",
        params: { id },
        body: { publish_at, base_revision_id: latest_revision_id },
      });
    expect((await put(future)).body).toMatchObject({ status: "scheduled", live: false });
    const { version } = (await readPage(id))!;
    expect((await put("2090-01-01T01:00:00+01:00")).status).toBe(200);
    expect((await readPage(id))?.version).toBe(version);
    expect((await put(later)).status).toBe(200);
    expect((await readPage(id))?.schedule).toEqual({ revisionId: latest_revision_id, publishAt: later });
    for (let round = 0; round < 2; round++)
      expect((await call(unschedulePost, { as: "ada", params: { id } })).body.status).toBe("draft");
    await expectSound(id);
    expect(await kindsOf(id)).toEqual(["create", "publish.schedule", "publish.schedule", "schedule.cancel"]);
  });

  test("is kept by the job of every minute", async () => {
    const { id } = await createDraft(world.notes);
    const publish_at = new Date(Date.now() + 3_600_000).toISOString();
    expect(codeOf(await call(schedulePost, { as: "ada", params: { id }, body: { publish_at } }))).toBe("ok");
    await publishScheduled();
    expect((await readPage(id))?.live).toBe(false);
    vi.spyOn(clock, "now").mockReturnValue(publish_at);
    vi.spyOn(clock, "nowMs").mockReturnValue(Date.parse(publish_at));
    try {
      await publishScheduled();
    } finally {
      vi.restoreAllMocks();
    }
    expect((await readPage(id))?.live).toBe(true);
  });
});

describe("a lock", () => {
  test("is the caller's own, is taken once, and given back by its owner or by who may unlock", async () => {
    const { id } = await createDraft(world.notes);
    for (let round = 0; round < 2; round++)
      expect((await call(lockPost, { as: "lo", params: { id } })).status).toBe(200);
    expect((await readPage(id))?.lock?.ownerId).toBe((await readUserByName("lo"))?.id);
    for (let round = 0; round < 2; round++)
      expect((await call(unlockPost, { as: "lo", params: { id } })).status).toBe(200);
    await call(lockPost, { as: "lo", params: { id } });
    expect((await call(unlockPost, { as: "ada", params: { id } })).status).toBe(200);
    expect(await kindsOf(id)).toEqual(["create", "lock", "unlock", "lock", "unlock"]);
  });

  test("is one person's of ten who want it at once", async () => {
    const { id } = await createDraft(world.notes);
    const people = ["ada", "su", "lo", "ada", "su", "lo"];
    const answers = await Promise.all(people.map((as) => call(lockPost, { as, params: { id } })));
    const winners = new Set(people.filter((_, index) => answers[index]?.status === 200));
    expect(winners.size).toBe(1);
  });
});

describe("a workflow", () => {
  test("goes from task to task, back to its author and on, by whom it allows", async () => {
    const { id } = await createDraft(world.notes);
    const step = async (route: Route<"id">, as: string) => {
      const answer = codeOf(await call(route, { as, params: { id } }));
      const { workflow } = (await readPage(id))!;
      return `${answer} ${workflow && `${workflow.task} ${workflow.state}`}`;
    };
    const reading = "Reading in_progress";
    expect(await step(startWorkflowOfPost, "lo")).toBe(`ok ${reading}`);
    expect(await step(approvePost, "ada")).toBe(`permission_denied ${reading}`);
    expect(await step(cancelWorkflowOfPost, "cy")).toBe(`permission_denied ${reading}`);
    expect(await step(requestChangesOfPost, "re")).toBe("ok Reading needs_changes");
    expect(await step(approvePost, "su")).toBe("workflow_state Reading needs_changes");
    expect(await step(startWorkflowOfPost, "ada")).toBe(`ok ${reading}`);
    expect(await step(approvePost, "re")).toBe("ok Approval in_progress");
    expect(await step(approvePost, "cy")).toBe("ok null");
    expect(await step(cancelWorkflowOfPost, "su")).toBe("workflow_state null");
    // Who started it may end it, and so may who owns the page.
    for (const as of ["lo", "ada"]) {
      await step(startWorkflowOfPost, "lo");
      expect(await step(cancelWorkflowOfPost, as)).toBe("ok null");
    }
    expect((await kindsOf(id)).slice(1).map((kind) => kind.replace("workflow.", ""))).toEqual([
      ...["start", "reject", "resume", "approve", "approve"],
      ...["start", "cancel", "start", "cancel"],
    ]);
  });

  test("starts only where one is assigned", async () => {
    const { id } = await createEpisodeDraft(world.calls);
    expect(codeOf(await call(startWorkflowOfPost, { as: "ada", params: { id } }))).toBe("workflow_state");
  });
});
