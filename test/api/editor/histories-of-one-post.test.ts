// Proves contract rules: require-unpublished, publish-precedence, publish-atomic.

import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { lockPage, unlockPage } from "#lib/actions/pages/lock-page.ts";
import { publishScheduledPage } from "#lib/actions/pages/publish-page.ts";
import { saveDraft } from "#lib/actions/pages/save-draft.ts";
import { schedulePage } from "#lib/actions/pages/schedule-page.ts";
import { unpublishPage } from "#lib/actions/pages/unpublish-page.ts";
import { setWorkflowState } from "#lib/actions/pages/workflow.ts";
import type { Page } from "#lib/pages/page.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { lookUpPost, publishPost, readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { readLivePage } from "#lib/routes/pages.ts";
import { queryItems } from "#lib/store/items.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { readPage, readRevision } from "#lib/store/pages.ts";
import { keys, type StoredItem } from "#lib/store/table.ts";
import { call, type RouteAnswer } from "#test/support/call.ts";
import { withPauses } from "#test/support/interleaving.ts";
import { type Happening, linearize } from "#test/support/linearization.ts";
import { expectSound } from "#test/support/sound-page.ts";
import { createDraft, freshSlug, useWorld } from "#test/support/world.ts";
import {
  type ModelPost,
  type ModelUser,
  type Operation,
  type OperationResult,
  stepOf,
  takenSlug,
} from "./post-model.ts";

/**
 * Random programs of several clients that change one post at the same time. There must be an order of all
 * operations in which a plain model gives the same answers, refusals included, and ends with what the store
 * holds.
 */
const world = useWorld();

const users: ModelUser[] = [];

beforeAll(async () => {
  const rights = {
    ada: { superuser: false, reviews: true, publishes: true },
    cy: { superuser: false, reviews: false, publishes: false },
    su: { superuser: true, reviews: false, publishes: true },
  };
  for (const [name, each] of Object.entries(rights)) {
    users.push({ name, id: (await readUserByName(name))!.id, ...each });
  }
  await createDraft(world.notes, { slug: takenSlug });
});

const permit = () => {};
const past = "2026-01-01T00:00:00.000Z";
const now = "2026-01-02T00:00:00.000Z";
const future = "2090-01-01T00:00:00.000Z";

const weighted = <Value>(...choices: readonly (readonly [number, Value])[]) =>
  fc.constantFrom(...choices.flatMap(([weight, value]) => Array<Value>(weight).fill(value)));

/** A client's operation and its variants. */
const choice = fc.record({
  kind: weighted<Operation["kind"]>(
    ...([
      [9, "patch"],
      [7, "publish"],
      [3, "read"],
      [2, "visit"],
      [1, "find"],
      [4, "approve"],
      [4, "job"],
      [1, "lock"],
      [3, "unlock"],
      [3, "review"],
      [1, "withdraw"],
      [1, "edit"],
    ] as const),
  ),
  user: weighted([3, 0], [1, 1], [3, 2]),
  careful: weighted([2, false], [1, true]),
  checks: fc.boolean(),
  title: fc.constantFrom("Crane", "Heron", "Avocet"),
  slug: weighted([2, 0], [2, 1], [1, 2], [3, 3]),
  publishAt: weighted([2, past], [1, future], [3, null]),
  state: weighted<ModelPost["workflow"]>([1, "in_progress"], [1, "needs_changes"], [4, null]),
});

type Choice = typeof choice extends fc.Arbitrary<infer Value> ? Value : never;

/** The operation of a choice, for a client that knows this revision. */
const operationFor = (chosen: Choice, known: number, slugs: readonly string[]): Operation => {
  const { title, careful, publishAt, state } = chosen;
  const user = users[chosen.user]!;
  const own = slugs[chosen.slug % 2]!;
  switch (chosen.kind) {
    case "patch":
      return { kind: "patch", user, base: known, careful, title, slug: slugs[chosen.slug] ?? null };
    case "publish":
      return { kind: "publish", user, base: chosen.checks ? known : null };
    case "edit":
      return { kind: "edit", title, slug: own };
    case "approve":
      return { kind: "approve", publishAt };
    case "job":
      return { kind: "job", now };
    case "lock":
      return { kind: "lock", ownerId: chosen.checks ? user.id : null };
    case "review":
      return { kind: "review", state };
    case "find":
      return { kind: "find", slug: own };
    default:
      return { kind: chosen.kind };
  }
};

const resultOf = ({ status, body }: RouteAnswer): OperationResult => {
  if (status >= 300) {
    if (body.errors?.slug) return { code: `slug/${body.errors.slug[0].code}` };
    return body.code === "revision_conflict"
      ? { code: body.code, current: body.current_revision_id }
      : { code: body.code };
  }
  return {
    code: "ok",
    post: {
      ...{
        title: body.title,
        slug: body.slug,
        pageSlug: body.page_slug,
        live: body.live,
        status: body.status,
      },
      ...{ latest: body.latest_revision_id, previous: body.previous_revision_id },
    },
  };
};

const versionOf = ({ version }: Page): OperationResult => ({ code: "ok", version });

const perform = async (id: number, operation: Operation): Promise<OperationResult> => {
  switch (operation.kind) {
    case "patch": {
      const { user, base, careful, title, slug } = operation;
      const body = { base_revision_id: base, require_unpublished: careful, title, ...(slug && { slug }) };
      return resultOf(await call(updatePost, { as: user.name, params: { id }, body }));
    }
    case "publish": {
      const { user, base } = operation;
      const headers: Record<string, string> = base === null ? {} : { "if-match": `"${base}"` };
      return resultOf(await call(publishPost, { as: user.name, params: { id }, headers }));
    }
    case "edit": {
      const { title, slug } = operation;
      const change = (latest: object) => ({ ...latest, title }) as never;
      const { page, latest } = await saveDraft(id, { authorId: null, permit, slug, change });
      return { ...versionOf(page), revisionId: latest.id };
    }
    case "approve":
      return versionOf((await schedulePage(id, { permit, publishAt: operation.publishAt })).page);
    case "job":
      return { code: (await publishScheduledPage(id)).outcome };
    case "lock":
      return versionOf((await lockPage(id, { permit, ownerId: operation.ownerId })).page);
    case "unlock":
      return versionOf((await unlockPage(id, { permit })).page);
    case "review": {
      const { state } = operation;
      const { groups } = (await readUserByName("ada"))!;
      const next = () => state && { name: "Review", task: "Reading", state, groups };
      return versionOf((await setWorkflowState(id, { permit, next })).page);
    }
    case "withdraw":
      return versionOf((await unpublishPage(id, { permit })).page);
    case "read":
      return resultOf(await call(readPost, { as: "cy", params: { id } }));
    case "find":
      return resultOf(
        await call(lookUpPost, { as: "cy", query: { parent: world.notes, slug: operation.slug } }),
      );
    case "visit": {
      const { status, body } = await call(readLivePage, { params: { id } });
      return status === 200
        ? { code: "ok", page: { title: body.title, slug: body.meta.slug } }
        : { code: "not_found" };
    }
  }
};

const busyOrThrow = (error: unknown): OperationResult => {
  if (error instanceof Refusal && error.code === "busy") return { code: error.code };
  throw error;
};

/** The stored post in the model's terms. */
const storedPost = async (id: number): Promise<ModelPost> => {
  const page = (await readPage(id))!;
  const { version, title, slug, liveRevisionId, schedule, lock, workflow } = page;
  const revisionItems = await queryItems({ pk: keys.revision(id, 0).pk, prefix: "REV#" });
  const revisions = await Promise.all(revisionItems.map((item) => readRevision(id, item.id)));
  const entries = await queryItems({ pk: keys.audit(id, 0, 0).pk, prefix: "LOG#" });
  return {
    ...{ version, title, slug, liveRevisionId, schedule },
    revisions: revisions.map((revision) => ({
      ...{ id: revision!.id, authorId: revision!.authorId },
      ...{ title: revision!.content.title, slug: revision!.content.slug },
    })),
    lock: lock && { ownerId: lock.ownerId },
    workflow: workflow?.state ?? null,
    history: [...entries.map(entryOf), ...revisionItems.flatMap(entryIn)].toSorted(byVersion),
  };
};

const entryOf = ({ sk, kind, userId, revisionId }: StoredItem<"audit">): string => {
  const [, version, index] = sk.split("#");
  return `${Number(version)}#${index} ${kind} by ${userId} of ${revisionId}`;
};

/** The entry that a revision keeps. */
const entryIn = ({ id, authorId, audit }: StoredItem<"revision">): string[] => {
  const { version, kind } = audit!;
  const revisionId = kind === "wagtail.create" ? null : id;
  return [`${version}#0 ${kind} by ${authorId} of ${revisionId}`];
};

const byVersion = (one: string, other: string): number =>
  Number.parseInt(one, 10) - Number.parseInt(other, 10) || (one < other ? -1 : 1);

/** Runs the clients at once on a new post. Gives the operations, and the stored post before and after. */
const run = async (programs: readonly (readonly Choice[])[], pauseMs: () => number) => {
  const { id, slug, latest_revision_id } = await createDraft(world.notes, { title: "Crane" });
  const slugs = [slug, freshSlug(), takenSlug];
  const initial = await storedPost(id);
  const happenings: Happening<Operation, OperationResult>[] = [];
  let moment = 0;
  const client = async (program: readonly Choice[]) => {
    let known: number = latest_revision_id;
    for (const chosen of program) {
      const operation = operationFor(chosen, known, slugs);
      const startedAt = moment++;
      const result = await perform(id, operation).catch(busyOrThrow);
      happenings.push({ operation, result, startedAt, endedAt: moment++ });
      known = result.post?.latest ?? result.current ?? known;
    }
  };
  const { lostRaces } = await withPauses(pauseMs, () => Promise.all(programs.map(client)));
  return { id, initial, happenings, final: await storedPost(id), lostRaces };
};

const lines = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join("\n");

/** Fails unless an order explains everything; shows the longest partial order. */
const expectExplained = ({ initial, happenings, final }: Awaited<ReturnType<typeof run>>): void => {
  const isFinal = (state: ModelPost) => isDeepStrictEqual(state, final);
  const { isComplete, order, state } = linearize(initial, happenings, stepOf, isFinal);
  if (isComplete) return;
  const left = happenings.filter((each) => !order.includes(each));
  const parts = ["In this order:", lines(order), "leading to", lines([state]), "without an explanation of"];
  expect.fail([...parts, lines(left), "and with this in the store:", lines([final])].join("\n"));
};

test("concurrent changes of one post have answers and a result as if they had come one after the other", async () => {
  let lostRaces = 0;
  const program = fc.array(choice, { minLength: 6, maxLength: 6 });
  const programs = fc.tuple(program, program, program, program, program);
  const property = fc.asyncProperty(programs, fc.infiniteStream(fc.nat(3)), async (clients, pauses) => {
    const happened = await run(clients, () => pauses.next().value);
    expectExplained(happened);
    await expectSound(happened.id);
    lostRaces += happened.lostRaces;
  });
  await fc.assert(property, { numRuns: 12, seed: 20_261_121, endOnFailure: true });
  expect(lostRaces).toBeGreaterThan(0);
});
