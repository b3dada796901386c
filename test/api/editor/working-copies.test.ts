// Proves contract rules: working-copies, working-copy-storage, working-copy-versions.

import { describe, expect, test, vi } from "vitest";
import { clock } from "#lib/clock.ts";
import { listChanges } from "#lib/routes/changes.ts";
import { listPostHistory, listPostRevisions } from "#lib/routes/editor-history.ts";
import { listEditablePages } from "#lib/routes/editor-pages.ts";
import { readPost } from "#lib/routes/editor-posts.ts";
import { deletePost, lockPost, schedulePost } from "#lib/routes/editor-state.ts";
import {
  deleteEpisodeWorkingCopy,
  deletePostWorkingCopy,
  putEpisodeWorkingCopy,
  putPostWorkingCopy,
  readEpisodeWorkingCopy,
} from "#lib/routes/editor-working-copies.ts";
import { listPages, readLivePage } from "#lib/routes/pages.ts";
import { call } from "#test/support/call.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { overtaken } from "#test/support/interleaving.ts";
import {
  longTypedText,
  putTyped,
  readTyped,
  removeTyped,
  typedFields,
  typedItemsOf,
  typedProblemOf,
} from "#test/support/working-copies.ts";
import { createDraft, createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();

test("what a user has typed is kept as it was sent, for nobody else, and read with its version", async () => {
  const { id, latest_revision_id: revision } = await createDraft(world.notes);
  expect(typedProblemOf(await readTyped(id))).toBe("not_found");
  const before = new Date().toISOString();
  const odd = { title: 7, nonsense: { deep: [null, "\u0000", "𝒳"] }, publish: "yes" };
  const sent = { base_revision_id: revision, fields: odd, client: "the kitchen's tablet" };
  const answer = await putTyped(id, sent);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ ...sent, version: expect.any(Number), updated_at: expect.any(String) });
  expect(answer.body.version).toBeGreaterThan(0);
  expect(answer.body.updated_at >= before).toBe(true);
  expect((await readTyped(id)).body).toEqual(answer.body);
  expect(typedProblemOf(await readTyped(id, "cy"))).toBe("not_found");
  const other = await putTyped(id, { fields: { title: "Cy's" }, version: 0 }, "cy");
  expect([other.body.client, (await readTyped(id)).body.fields]).toEqual([null, odd]);
});

test("a working copy replaces the one whose version it names, and any other version is told what is stored", async () => {
  const { id } = await createDraft(world.notes);
  for (const version of [1, "7", -1]) {
    const { status, body } = await putTyped(id, { version });
    expect([status, body.code, body.working_copy]).toEqual([409, "working_copy_conflict", null]);
  }
  const { body: first } = await putTyped(id);
  for (const more of [{}, { version: 0 }, { version: first.version + 1 }, { version: 10 ** 30 }]) {
    const { status, body } = await putTyped(id, { ...more, fields: {} });
    expect([status, body.code, body.working_copy]).toEqual([409, "working_copy_conflict", first]);
    expect(Object.keys(body).sort()).toEqual(["code", "detail", "working_copy"]);
  }
  const { status, body: second } = await putTyped(id, { version: first.version, fields: {} });
  expect([status, second.fields]).toEqual([200, {}]);
  expect(second.version).toBeGreaterThan(first.version);
  expect((await readTyped(id)).body).toEqual(second);
});

test("of two tabs that store at once one wins, and the other gets what the first has stored", async () => {
  const { id } = await createDraft(world.notes);
  const { body: first } = await putTyped(id);
  const tab = (name: string) => () => putTyped(id, { version: first.version, client: name });
  const { slow, fast } = await overtaken(tab("slow"), tab("fast"));
  expect([fast.status, slow.status]).toEqual([200, 409]);
  expect(slow.body.working_copy).toEqual(fast.body);
  expect((await readTyped(id)).body).toEqual(fast.body);
  const all = await Promise.all(
    ["a", "b", "c"].map((name) => putTyped(id, { version: fast.body.version, client: name })),
  );
  expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test.each([
  ["no body", {}, ["base_revision_id/required", "fields/required"]],
  ["fields that are a list", { base_revision_id: 1, fields: [] }, ["fields/invalid"]],
  ["fields that are null", { base_revision_id: 1, fields: null }, ["fields/null"]],
  ["fields as text", { base_revision_id: 0, fields: "{}" }, ["base_revision_id/min_value", "fields/invalid"]],
  ["a wrong version", { base_revision_id: 1, fields: {}, version: "x" }, ["version/invalid"]],
  ["a version that is null", { base_revision_id: 1, fields: {}, version: null }, ["version/null"]],
  [
    "a client of 101 characters",
    { base_revision_id: "one", fields: {}, client: "c".repeat(101) },
    ["base_revision_id/invalid", "client/max_length"],
  ],
])("%s is refused with all problems at once", async (_, body, problems) => {
  const { id } = await createDraft(world.notes);
  const answer = await call(putPostWorkingCopy, { as: "ada", params: { id }, body });
  const errors = answer.body.errors as Record<string, { code: string }[]>;
  expect(Object.entries(errors).map(([path, [first]]) => `${path}/${first!.code}`)).toEqual(problems);
  expect(typedProblemOf(await readTyped(id))).toBe("not_found");
});

test("a client's name may be a number, which is its digits, but nothing else that is no text", async () => {
  const { id } = await createDraft(world.notes);
  for (const client of [true, [], {}, 10 ** 30])
    expect(typedProblemOf(await putTyped(id, { client }))).toBe("client/invalid");
  expect((await putTyped(id, { client: 5 })).body.client).toBe("5");
});

test("a client's name has up to 100 characters of any kind", async () => {
  const { id } = await createDraft(world.notes);
  const client = "𝒳".repeat(100);
  expect((await putTyped(id, { client })).body.client).toBe(client);
});

describe("the fields", () => {
  const ofBytes = (bytes: number) => ({ title: "é".repeat((bytes - '{"title":""}'.length) / 2) });

  test("have up to 1,000,000 bytes as JSON in UTF-8, however the request writes them", async () => {
    const { id } = await createDraft(world.notes);
    const largest = ofBytes(1_000_000);
    const body = JSON.stringify({ base_revision_id: 1, fields: largest }).replaceAll("é", "\\u00e9");
    const headers = { "content-type": "application/json" };
    const { status } = await call(putPostWorkingCopy, { as: "ada", params: { id }, headers, body });
    expect([status, (await readTyped(id)).body.fields]).toEqual([200, largest]);
    const refused = await putTyped(id, { fields: ofBytes(1_000_002) }, "cy");
    expect([refused.status, typedProblemOf(refused)]).toEqual([413, "payload_too_large"]);
  });

  test("may be nested, but not so deeply that JSON cannot be written of them", async () => {
    const { id } = await createDraft(world.notes);
    const nested = (depth: number) =>
      `{"base_revision_id":1,"fields":{"title":${"[".repeat(depth)}${"]".repeat(depth)}}}`;
    const send = (body: string) =>
      call(putPostWorkingCopy, {
        ...{ as: "ada", params: { id }, body },
        headers: { "content-type": "application/json" },
      });
    expect((await send(nested(300))).status).toBe(200);
    for (const depth of [501, 100_000])
      expect(typedProblemOf(await send(nested(depth)))).toBe("fields/invalid");
  });

  test.each<[string, readonly string[]]>([
    ['{"season":1e400}', ["fields.season"]],
    [
      '{"number":12345678901234567890,"overview":[{"value":[-1e999,1.5]}]}',
      ["fields.number", "fields.overview.0.value.0"],
    ],
  ])("have no numbers that would come back as others: %s", async (fields, paths) => {
    const { id } = await createDraft(world.notes);
    const { status, body } = await call(putPostWorkingCopy, {
      ...{ as: "ada", params: { id }, headers: { "content-type": "application/json" } },
      body: `{"base_revision_id":1,"fields":${fields}}`,
    });
    expect([status, Object.keys(body.errors)]).toEqual([400, paths]);
    expect(body.errors[paths[0]!]).toEqual([
      { code: "invalid", message: "The number cannot be kept exactly: send it as text." },
    ]);
    expect(typedProblemOf(await readTyped(id))).toBe("not_found");
  });

  test("keep every other number, and long ones as text", async () => {
    const { id } = await createDraft(world.notes);
    const fields = { numbers: [9_007_199_254_740_991, -9_007_199_254_740_991, 0.1, -2.5e-8, "1e400"] };
    expect((await putTyped(id, { fields })).status).toBe(200);
    expect((await readTyped(id)).body.fields).toEqual(fields);
  });

  test("that do not compress are kept in several items, of which nothing stays when they are replaced", async () => {
    const { id } = await createDraft(world.notes);
    const large = (name: string) => ({ detail_markdown: longTypedText(name) });
    let version = 0;
    for (const name of ["one", "two", "two"]) {
      const answer = await putTyped(id, { version, fields: large(name) });
      expect((await readTyped(id)).body).toEqual(answer.body);
      const conflict = await putTyped(id, { version: 1 });
      expect(conflict.body.working_copy).toEqual(answer.body);
      version = answer.body.version;
      expect((await typedItemsOf(id)).length).toBe(5);
    }
    const same = await putTyped(id, { fields: large("two") }, "cy");
    expect((await removeTyped(id)).status).toBe(204);
    expect((await readTyped(id, "cy")).body).toEqual(same.body);
    expect((await removeTyped(id, "cy")).status).toBe(204);
    expect((await typedItemsOf(id)).length).toBe(2);
  });
});

test("it is in no revision, history, list or log, and in no answer that the public gets", async () => {
  const { id } = await createLivePost(world.notes);
  const read = async () => {
    const since = await call(listChanges);
    return [
      await call(readPost, { as: "ada", params: { id } }),
      await call(listPostRevisions, { as: "ada", params: { id } }),
      await call(listPostHistory, { as: "ada", params: { id } }),
      await call(listEditablePages, { as: "ada" }),
      await call(readLivePage, { params: { id } }),
      await call(listPages, { query: { search: "wagtails" } }),
      since,
    ].map(({ body, headers: { etag } }) => ({ body, etag }));
  };
  const before = await read();
  await putTyped(id, { fields: { title: "Wagtails" } });
  await removeTyped(id);
  await putTyped(id, { fields: { title: "Wagtails, again" } });
  expect(await read()).toEqual(before);
});

test("no lock, schedule or workflow refuses it, and the right to edit is all that it takes", async () => {
  const locked = await createDraft(world.notes);
  await call(lockPost, { as: "su", params: { id: locked.id } });
  const scheduled = await createDraft(world.notes);
  const body = { publish_at: "2090-01-01T00:00:00Z" };
  await call(schedulePost, { as: "ada", params: { id: scheduled.id }, body });
  for (const { id } of [locked, scheduled]) {
    const { status, body: copy } = await putTyped(id);
    expect([status, (await readTyped(id)).status, (await removeTyped(id)).status]).toEqual([200, 200, 204]);
    expect(copy.version).toBeGreaterThan(0);
  }
  const { id } = locked;
  for (const [as, status] of [
    ["cy", 200],
    ["bo", 403],
    ["di", 403],
    ["ed", 403],
    ["ada-none", 403],
    ["ada-publish", 403],
    ["ada-write", 200],
  ] as const)
    expect([as, (await putTyped(id, {}, as)).status]).toEqual([as, status]);
  expect((await readTyped(id, "ada-none")).status).toBe(200);
  expect((await removeTyped(id, "ada-none")).status).toBe(403);
  for (const page of [world.notes, world.home, 987_654])
    expect([
      (await putTyped(page)).status,
      (await readTyped(page)).status,
      (await removeTyped(page)).status,
    ]).toEqual([404, 404, 404]);
});

test("the addresses of episodes keep those of episodes only, and those of posts keep both", async () => {
  const { id } = await createEpisodeDraft(world.calls);
  const params = { id };
  const body = { base_revision_id: 1, fields: { keywords: "teal" } };
  const { body: copy } = await call(putEpisodeWorkingCopy, { as: "ada", params, body });
  expect((await readTyped(id)).body).toEqual(copy);
  expect((await call(readEpisodeWorkingCopy, { as: "ada", params })).body).toEqual(copy);
  expect((await call(deleteEpisodeWorkingCopy, { as: "ada", params })).status).toBe(204);
  const post = { id: (await createDraft(world.notes)).id };
  for (const answer of [
    await call(putEpisodeWorkingCopy, { as: "ada", params: post, body }),
    await call(readEpisodeWorkingCopy, { as: "ada", params: post }),
    await call(deleteEpisodeWorkingCopy, { as: "ada", params: post }),
  ])
    expect(answer.status).toBe(404);
});

test("a removal is 204 also where there is none, and no version comes again after it", async () => {
  const time = vi.spyOn(clock, "nowMs").mockReturnValue(Date.parse("2026-05-01T10:00:00Z"));
  const { id } = await createDraft(world.notes);
  const versions: number[] = [];
  for (let round = 0; round < 3; round++) {
    expect((await removeTyped(id)).status).toBe(204);
    const { body } = await putTyped(id);
    const next = await putTyped(id, { version: body.version });
    versions.push(body.version, next.body.version);
    expect((await removeTyped(id)).status).toBe(204);
    expect(typedProblemOf(await readTyped(id))).toBe("not_found");
    expect(typedProblemOf(await putTyped(id, { version: body.version }))).toBe("working_copy_conflict");
  }
  time.mockRestore();
  expect([new Set(versions).size, versions]).toEqual([6, versions.toSorted((one, other) => one - other)]);
});

describe("a request with a key", () => {
  const headers = { "idempotency-key": "typed-once" };

  test("that is repeated gets the first answer, whatever has become of the copy, and changes nothing", async () => {
    const { id } = await createDraft(world.notes);
    const first = await putTyped(id, { client: "a" }, "ada", headers);
    const later = await putTyped(id, { version: first.body.version, client: "b" });
    const repeated = await putTyped(id, { client: "a" }, "ada", headers);
    expect([repeated.status, repeated.body]).toEqual([200, first.body]);
    expect(repeated.headers["idempotency-replayed"]).toBe("true");
    expect((await readTyped(id)).body).toEqual(later.body);
    expect(typedProblemOf(await putTyped(id, { client: "c" }, "ada", headers))).toBe(
      "idempotency_key_reused",
    );
  });

  test("that removes a copy removes no later one when it is repeated", async () => {
    const { id } = await createDraft(world.notes);
    await putTyped(id);
    const key = { "idempotency-key": "gone-once" };
    expect((await removeTyped(id, "ada", key)).status).toBe(204);
    const { body } = await putTyped(id);
    expect((await removeTyped(id, "ada", key)).status).toBe(204);
    expect((await readTyped(id)).body).toEqual(body);
    expect((await removeTyped(id, "ada", { "idempotency-key": "bad \u00e9" })).status).toBe(400);
  });

  test("shows nothing to who may not edit the page any more", async () => {
    const { id } = await createDraft(world.notes);
    const key = { "idempotency-key": "binned" };
    await putTyped(id, {}, "ada", key);
    await call(deletePost, { as: "ada", params: { id } });
    expect((await putTyped(id, {}, "ada", key)).status).toBe(404);
  });
});

test.each(["dry_run", "report"])("%s is refused, because there is none", async (name) => {
  const { id } = await createDraft(world.notes);
  const query = { [name]: "true" };
  const body = { base_revision_id: 1, fields: typedFields };
  const stored = await call(putPostWorkingCopy, { as: "ada", params: { id }, query, body });
  const removed = await call(deletePostWorkingCopy, { as: "ada", params: { id }, query });
  expect([typedProblemOf(stored), typedProblemOf(removed)]).toEqual([`${name}/invalid`, `${name}/invalid`]);
});
