// Proves contract rules: soundbites.

import { expect, test } from "vitest";
import { diffPostRevision } from "#lib/routes/editor-history.ts";
import { updatePost } from "#lib/routes/editor-posts.ts";
import { call } from "#test/support/call.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { rehearseCalls } from "#test/support/rehearsals.ts";
import { createDraft, useWorld } from "#test/support/world.ts";

const world = useWorld();
rehearseCalls();

const patch = ({ id, latest_revision_id }: { id: number; latest_revision_id: number }, soundbites: unknown) =>
  call(updatePost, {
    as: "ada",
    params: { id },
    body: { base_revision_id: latest_revision_id, soundbites } as never,
  });

test("are kept by their start, to the millisecond, and left out where there are none", async () => {
  const draft = await createEpisodeDraft(world.calls, {
    soundbites: [
      { start: "1:13.0019", duration: "1:00", title: " The bittern " },
      { start: 1.001, duration: 0.001 },
      { start: "23:59:59.999", duration: 86_399.9999, title: "x".repeat(128) },
    ],
  });
  const soundbites = [
    { start: 1.001, duration: 0.001, title: "" },
    { start: 73.001, duration: 60, title: "The bittern" },
    { start: 86_399.999, duration: 86_399.999, title: "x".repeat(128) },
  ];
  expect(draft.soundbites).toEqual(soundbites);
  const params = { id: draft.id, revision: draft.latest_revision_id };
  const { body: diff } = await call(diffPostRevision, { as: "ada", params });
  expect(diff.changes).toContainEqual({ path: "soundbites", kind: "added", from: null, to: soundbites });
  const { body: emptied } = await patch(draft, []);
  expect(emptied).not.toHaveProperty("soundbites");
});

test("of one request have all their problems at once, each with its path", async () => {
  const draft = await createEpisodeDraft(world.calls);
  const { status, body } = await patch(draft, [
    { start: 5, duration: 20 },
    { start: "0:05", duration: 0, title: "x".repeat(129) },
    { start: -1, duration: "1440:00" },
    { start: 86_400, duration: 86_400 },
    { start: "soon" },
    { start: 5.0001, duration: null, title: null },
    7,
  ]);
  expect(status).toBe(400);
  const codes = Object.entries<{ code: string }[]>(body.errors).map(([path, [problem]]) => [
    path,
    problem!.code,
  ]);
  expect(Object.fromEntries(codes)).toEqual({
    "soundbites.1.start": "duplicate",
    "soundbites.1.duration": "min_value",
    "soundbites.1.title": "max_length",
    "soundbites.2.start": "invalid",
    "soundbites.2.duration": "invalid",
    "soundbites.3.start": "invalid",
    "soundbites.3.duration": "invalid",
    "soundbites.4.start": "invalid",
    "soundbites.4.duration": "required",
    "soundbites.5.start": "duplicate",
    "soundbites.5.duration": "null",
    "soundbites.5.title": "null",
    "soundbites.6": "invalid",
    "soundbites.6.non_field_errors": "invalid",
  });
});

test("are at most 20, a list, and of episodes only", async () => {
  const draft = await createEpisodeDraft(world.calls);
  const many = Array.from({ length: 21 }, (_, start) => ({ start, duration: 15 }));
  expect((await patch(draft, many)).body.errors.soundbites[0].code).toBe("max_length");
  expect((await patch(draft, null)).body.errors.soundbites[0].code).toBe("null");
  expect((await patch(draft, {})).body.errors.soundbites[0].code).toBe("not_a_list");
  expect((await patch(draft, many.slice(1))).body.soundbites).toHaveLength(20);
  const post = await createDraft(world.notes, { soundbites: many.slice(20) });
  expect(post).not.toHaveProperty("soundbites");
});
