// Proves contract rules: comment-score, moderation, training-data, comments.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { addComment } from "#lib/actions/pages/add-comment.ts";
import { learnFromComments, setComments } from "#lib/actions/pages/discussion.ts";
import { deletePage } from "#lib/actions/pages/remove-page.ts";
import { clock } from "#lib/clock.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { exportManifest } from "#lib/manifest/export.ts";
import { decisionsToNextLesson, spamModel, type TrainingExample } from "#lib/pages/spam-score.ts";
import {
  approveComment,
  listComments,
  listTrainingData,
  refuseComment,
  removeComment,
} from "#lib/routes/comments.ts";
import { readLivePage } from "#lib/routes/pages.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { queryItems } from "#lib/store/items.ts";
import { deletePageItem } from "#lib/store/pages.ts";
import { readLessons, readSpamModel, setNextLesson } from "#lib/store/spam-model.ts";
import { type Key, keys } from "#lib/store/table.ts";
import {
  countWaiting,
  readNewestWaiting,
  readWaitingOn,
  type WaitingCounts,
} from "#lib/store/waiting-comments.ts";
import { call } from "#test/support/call.ts";
import { overtaken, withPauses } from "#test/support/interleaving.ts";
import { expectSound } from "#test/support/sound-page.ts";
import { verifyCatalog } from "#test/support/verify-catalog.ts";
import { createLivePost, useWorld } from "#test/support/world.ts";
import { blogWith, post as manifestPost } from "../lib/manifest/site.ts";
import { commentWith } from "../lib/pages/comments.ts";

const world = useWorld();

/** Processes keep the model for a minute. */
let passedMs = 0;
const later = (seconds: number): void => {
  passedMs += seconds * 1_000;
};
const { monotonicMs } = clock;
beforeEach(() => {
  vi.spyOn(clock, "monotonicMs").mockImplementation(() => monotonicMs() + passedMs);
});
afterEach(() => {
  vi.restoreAllMocks();
});

let post = 0;
let visitors = 0;

beforeEach(async () => {
  post = (await createLivePost(world.notes)).id;
});

let maxWaiting: WaitingCounts;
beforeEach(() => {
  maxWaiting = { onSite: 1_000, onPage: 1_000 };
});

const write = async (text: string, pageId = post): Promise<number> => {
  const written = { parentId: null, name: "Bo", email: "bo@example.org", text };
  const address = `visitor ${++visitors}`;
  return (await addComment(pageId, { written, address, publishes: true, maxWaiting })).id;
};

const list = async (query: string, as = "mo") => (await call(listComments, { as, query })).body;

const idsIn = async (query: string): Promise<number[]> =>
  (await list(query)).results.map(({ id }: { id: number }) => id);

const verbs = { public: approveComment, refused: refuseComment, removed: removeComment } as const;
type Verb = keyof typeof verbs;

const judge = (state: Verb, id: number, as = "mo") => call(verbs[state], { as, params: { id } });

const publicTexts = async (): Promise<string[]> => {
  const { body } = await call(readLivePage, { params: { id: post }, query: "fields=_,comments" });
  return body.comments.map(({ comment }: { comment: string }) => comment);
};

describe("a comment that waits", () => {
  test("is listed for staff with everything but the address", async () => {
    const id = await write("A heron!");
    const { results } = await list(`on=${post}`);
    expect(results).toEqual([
      {
        ...{ id, page: post, parent: null, author_name: "Bo", text: "A heron!", state: "pending" },
        ...{ score: null, created_at: expect.stringMatching(/^20/) },
      },
    ]);
  });

  test.each<[Verb, string[], [string, string][]]>([
    ["public", ["A heron!"], [["ham", "Bo bo@example.org  A heron!"]]],
    ["refused", [], [["spam", "Bo bo@example.org  A heron!"]]],
    ["removed", [], [["spam", "Bo bo@example.org  A heron!"]]],
  ])("becomes %s, at once and for everybody", async (state, texts, examples) => {
    const id = await write("A heron!");
    const { status, body } = await judge(state, id);
    expect([status, body.state]).toEqual([200, state]);
    expect(await judge(state, id)).toMatchObject({ status: 200, body });
    expect(await publicTexts()).toEqual(texts);
    const training = (await call(listTrainingData, { as: "va" })).body as TrainingExample[];
    expect(training.slice(-1)).toEqual(examples);
    expect(await idsIn(`on=${post}&state=${state}`)).toEqual([id]);
    expect(await idsIn(`on=${post}&state=pending`)).toEqual([]);
    await expectSound(post);
  });

  test("can get every state from every other", async () => {
    const id = await write("A heron!");
    const states: readonly Verb[] = [
      "public",
      "removed",
      "refused",
      "public",
      "refused",
      "removed",
      "public",
    ];
    for (const state of states) expect((await judge(state, id)).body.state).toBe(state);
    expect(await publicTexts()).toEqual(["A heron!"]);
  });

  test("is neither lost nor doubled if many are decided at the same moment, some of them twice", async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, (_, index) => write(`Heron ${index}`)));
    const { result: answers, lostRaces } = await withPauses(
      () => 1,
      () => Promise.all([...ids, ...ids.slice(0, 4)].map((id) => judge("public", id))),
    );
    expect(lostRaces).toBe(0);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await publicTexts()).toEqual(ids.map(() => expect.stringMatching(/^Heron/)));
    expect(await readWaitingOn(post)).toEqual([]);
    await expectSound(post);
    expect(await verifyCatalog()).toEqual([]);
  });

  test("goes with its page", async () => {
    const id = await write("A heron!");
    await deletePage(post);
    expect(await readWaitingOn(post)).toEqual([]);
    expect(await queryItems({ pk: keys.page(post).pk })).toEqual([]);
    expect((await judge("public", id)).status).toBe(404);
  });
});

describe("the list", () => {
  test("is narrowed by state, page, tree and words, the newest first", async () => {
    const other = (await createLivePost(world.calls)).id;
    const [heron, owl, frog] = [await write("A Heron!"), await write("An owl"), await write("A frog", other)];
    await judge("public", owl);
    expect(await idsIn(`on=${post}`)).toEqual([owl, heron]);
    expect(await idsIn(`on=${post}&state=public`)).toEqual([owl]);
    expect(await idsIn(`on=${post}&q=heron`)).toEqual([heron]);
    expect(await idsIn(`below=${world.calls}`)).toEqual([frog]);
    expect((await idsIn(`below=${world.home}&pageSize=3`)).slice(0, 3)).toEqual([frog, owl, heron]);
    expect(await list(`on=${post}&pageSize=1&page=2`)).toMatchObject({ count: 2, results: [{ id: heron }] });
  });

  test.each([
    ["state=seen", "state", "invalid_choice"],
    ["on=x", "on", "invalid"],
    ["below=0", "below", "invalid"],
    ["colour=red", "colour", "unsupported_parameter"],
  ])("refuses %s", async (query, path, code) => {
    const { status, body } = await call(listComments, { as: "mo", query });
    expect([status, body.errors[path][0].code]).toEqual([400, code]);
  });
});

test("comments that an earlier version has stored are listed and decided", async () => {
  const [live, spam] = [8_000_001, 8_000_002];
  const stored = [commentWith({ id: live }), commentWith({ id: spam, moderation: "spam" })];
  await setComments(post, { permit: () => {}, comments: stored });
  await removePlaces();
  expect(await idsIn(`on=${post}`)).toEqual([spam, live]);
  await removePlaces();
  expect((await judge("removed", live)).body.state).toBe("removed");
  expect(await idsIn(`on=${post}&state=removed`)).toEqual([live]);
});

/** As tables of version 0.2.0 are. */
const removePlaces = async (): Promise<void> => {
  const items = [
    ...(await queryItems({ pk: keys.commentPlaces("decided", 0).pk })),
    ...(await queryItems({ pk: keys.commentPlaces("pending", 0).pk })),
  ];
  await commitDecision(async () => ({
    writes: items.map(({ pk, sk }) => deletePageItem({ pk, sk } as Key)),
    value: undefined,
  }));
};

describe("comments that wait", () => {
  test("are not more than may wait, also if many come at the same moment", async () => {
    maxWaiting = { onSite: 1_000, onPage: 5 };
    const sent = await Promise.allSettled(Array.from({ length: 9 }, (_, index) => write(`Heron ${index}`)));
    expect(sent.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    expect(sent.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "comments_full", message: "Too many comments wait for an answer. Please try later." },
    });
    const other = (await createLivePost(world.calls)).id;
    maxWaiting = { onSite: (await countWaiting()) + 1, onPage: 1_000 };
    await write("An owl", other);
    await expect(write("An owl", other)).rejects.toMatchObject({ code: "comments_full" });
    await judge("refused", (await readWaitingOn(post))[0]!.id);
    await write("A frog", other);
  });

  test("are counted right after decisions, deletions and manifests", async () => {
    const before = await countWaiting();
    for (const text of ["A heron", "An owl", "A frog"]) await write(text);
    expect(await countWaiting()).toBe(before + 3);
    await judge("public", (await readWaitingOn(post))[0]!.id);
    expect(await countWaiting()).toBe(before + 2);
    await deletePage(post);
    expect(await countWaiting()).toBe(before);
    expect(await readNewestWaiting()).toHaveLength(before);
  });
});

test("only staff moderate, and tokens need the scope for it", async () => {
  const id = await write("A heron!");
  for (const as of ["ada", "su", "ed"]) {
    expect((await call(listComments, { as })).status).toBe(403);
    expect((await judge("public", id, as)).status).toBe(403);
  }
  const secret = "the-secret-of-a-token-without-scopes";
  await applyManifest({ version: 1, tokens: [{ name: "mo-none", user: "mo", secret, scopes: [] }] });
  const { status, body } = await judge("public", id, secret);
  expect([status, body.code]).toEqual([403, "insufficient_scope"]);
  expect((await judge("public", 999_999_999)).status).toBe(404);
});

test("a post takes no more comments than fit into one transaction", async () => {
  const text = "heron ".repeat(1_600);
  const many = Array.from({ length: 210 }, (_, index) => commentWith({ id: 1_000_000 + index, text }));
  await setComments(post, { permit: () => {}, comments: many });
  const { status, body } = await judge("public", await write("x".repeat(5_000)));
  expect([status, body.code]).toEqual([409, "comments_full"]);
  await deletePage(post);
});

describe("manifests", () => {
  test("name what waits and what is decided, and change nothing when they are applied again", async () => {
    const [heron, owl] = [await write("A heron!"), await write("An owl"), await write("Pills")];
    await judge("public", heron);
    const { manifest, variables } = await exportManifest();
    const environment = Object.fromEntries(Object.keys(variables).map((name) => [name, "x".repeat(40)]));
    const text = JSON.stringify(manifest);
    expect(text).toContain('"body":"A heron!","moderation":"ham"');
    expect(text).toContain('"body":"An owl","moderation":"pending"');
    const pages = { version: 1, pages: (manifest as { pages: object[] }).pages };
    expect(await applyManifest(pages, { environment })).toMatchObject({ created: 0, updated: 0 });
    expect(await idsIn(`on=${post}&state=pending`)).toContain(owl);
  });

  test("decide about what waits, and keep comments of visitors that they do not name", async () => {
    const [heron, owl] = [await write("A heron!"), await write("An owl")];
    await judge("public", heron);
    const exported = (await exportManifest()).manifest as { pages: object[] };
    const late = await write("A frog");
    await judge("public", late);
    const decided = JSON.stringify({ version: 1, pages: exported.pages }).replaceAll(
      '"body":"An owl","moderation":"pending"',
      '"body":"An owl","moderation":"ham"',
    );
    await applyManifest(JSON.parse(decided));
    expect(await idsIn(`on=${post}&state=public`)).toEqual([late, owl, heron]);
    expect(await readWaitingOn(post)).toEqual([]);
  });
});

describe("before any moderator has decided", () => {
  const decided = (text: string, moderation: string) =>
    Array.from({ length: 30 }, () => ({
      ...{ name: "Bo", email: "bo@example.org", body: text, moderation },
    }));

  const scored = async () => {
    const written = { parentId: null, name: "Bo", email: "bo@example.org", text: "Casino, pills" };
    return (await addComment(post, { written, address: "somebody", publishes: true, maxWaiting })).score;
  };

  const withoutModel = () =>
    commitDecision(async () => ({
      writes: [keys.spamModel(), keys.lessons()].map(deletePageItem),
      value: undefined,
    }));

  const site = () => {
    const comments = [...decided("A heron at dawn", "ham"), ...decided("Cheap pills, casino", "spam")];
    return blogWith([{ ...manifestPost("judged"), comments }]);
  };

  test("a comment is scored by what a manifest says", async () => {
    await withoutModel();
    await learnFromComments();
    await applyManifest(site());
    later(61);
    expect(await scored()).toBeGreaterThan(0.9);
  });

  test("a comment is scored on a table that has comments and no model", async () => {
    await applyManifest(site());
    await withoutModel();
    later(61);
    expect(await scored()).toBeGreaterThan(0.9);
    const { version } = await readSpamModel();
    later(61);
    expect([await scored(), (await readSpamModel()).version]).toEqual([expect.any(Number), version]);
  });
});

describe("a visitor's comment on a site with decisions to learn from", () => {
  const said = (name: string, publishes = true) =>
    addComment(post, {
      written: { parentId: null, name: "Bo", email: "bo@example.org", text: name },
      address: `visitor ${++visitors}`,
      publishes,
      maxWaiting,
    });

  beforeEach(async () => {
    const decided = (first: number, text: string, moderation: "ham" | "spam") =>
      Array.from({ length: 30 }, (_, index) => commentWith({ id: first + index, text, moderation }));
    const { id } = await createLivePost(world.calls);
    const comments = [
      ...decided(2_000_000, "A heron at dawn", "ham"),
      ...decided(3_000_000, "Cheap pills, casino", "spam"),
    ];
    await setComments(id, { permit: () => {}, comments });
    await learnFromComments();
    later(61);
  });

  test("is public at once if it does not look like spam, and waits with its score if it does", async () => {
    const [heron, pills] = [await said("A heron, at dawn!"), await said("casino pills")];
    expect([heron.moderation, pills.moderation]).toEqual(["ham", "pending"]);
    expect(await publicTexts()).toEqual(["A heron, at dawn!"]);
    const { results } = await list(`on=${post}&state=pending`);
    expect(results[0].score).toBeGreaterThan(0.9);
  });

  test("waits if the site wants to see all of them", async () => {
    expect((await said("A heron, at dawn!", false)).moderation).toBe("pending");
  });

  test("is kept, with all others that become public at the same moment", async () => {
    const texts = Array.from({ length: 20 }, (_, index) => `A heron at dawn ${index}`);
    const { lostRaces } = await withPauses(
      () => 1,
      () => Promise.all(texts.map((text) => said(text))),
    );
    expect(lostRaces).toBe(0);
    expect((await publicTexts()).toSorted()).toEqual(texts.toSorted());
    await expectSound(post);
  });

  test("is compared with what moderators have decided, after as many decisions as one example in a hundred", async () => {
    const before = await readSpamModel();
    const training = async () => (await call(listTrainingData, { as: "va" })).body as TrainingExample[];
    const needed = decisionsToNextLesson((await training()).length);
    expect(needed).toBeGreaterThan(1);
    for (let count = 1; count <= needed; count++) {
      expect((await readSpamModel()).version).toBe(before.version);
      await judge("public", (await said("casino")).id);
    }
    const { version, model } = await readSpamModel();
    expect([version, model]).toEqual([before.version + 1, spamModel(await training())]);
  });

  test("is compared with them also if another decision, at the same moment, leaves the last one to teach", async () => {
    const [{ version }, { decisions }] = [await readSpamModel(), await readLessons()];
    await commitDecision(async () => ({ writes: [setNextLesson(decisions + 2)], value: undefined }));
    const { id: elsewhere } = await createLivePost(world.notes);
    const [one, other] = [await write("casino"), await write("casino", elsewhere)];
    await overtaken(
      () => judge("public", one),
      () => judge("public", other),
    );
    expect((await readSpamModel()).version).toBe(version + 1);
  });
});
