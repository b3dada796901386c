// Proves contract rules: busy, slug-unique, revision-token.

import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { clock } from "#lib/clock.ts";
import { createPost, updatePost } from "#lib/routes/editor-posts.ts";
import { fallback } from "#lib/routes/fallback.ts";
import type { Route } from "#lib/routes/route.ts";
import { routes } from "#lib/routes/table.ts";
import { type Gateway, startGateway } from "#local/gateway.ts";
import { loadFunction } from "#test/support/functions.ts";
import { createDraft, freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();
let gateway: Gateway;

beforeAll(async () => {
  // Nobody has waited for too long, however slow this machine is at the moment.
  vi.spyOn(clock, "monotonicMs").mockReturnValue(clock.monotonicMs());
  vi.spyOn(clock, "after").mockReturnValue(() => {});
  gateway = await startGateway({ routes, fallback, load: loadFunction });
});

afterAll(async () => {
  await gateway.stop(0);
  vi.restoreAllMocks();
});

/** Sends 64 requests at once through the places that a service has; counts the answers of each kind. */
const sendMany = async (route: Route, path: string, bodyOf: (index: number) => object) => {
  const send = async (_: unknown, index: number): Promise<string> => {
    const answer = await fetch(gateway.url + path, {
      method: route.method,
      headers: { authorization: "Bearer ada", "content-type": "application/json" },
      body: JSON.stringify(bodyOf(index)),
    });
    const { code, errors } = (await answer.json()) as { code?: string; errors?: Record<string, unknown[]> };
    return [answer.status, code, ...Object.entries(errors ?? {}).map((error) => JSON.stringify(error))].join(
      " ",
    );
  };
  const answers = await Promise.all(Array.from({ length: 64 }, send));
  return Object.entries(Object.groupBy(answers, (answer) => answer)).map(([answer, same]) => [
    answer.trim(),
    same!.length,
  ]);
};

const newPost = (slug: string) => ({ parent: { id: world.notes }, title: "Heron", slug, overview: [] });

test("64 who save at once are all answered", async () => {
  expect(await sendMany(createPost, createPost.path, () => newPost(freshSlug()))).toEqual([["201", 64]]);
});

test("of 64 who want the same slug at once, one gets it, and the others hear that it is taken", async () => {
  const slug = freshSlug();
  expect(await sendMany(createPost, createPost.path, () => newPost(slug))).toEqual(
    expect.arrayContaining([
      ["201", 1],
      [expect.stringMatching(/^400 validation_error \["slug",\[\{"code":"duplicate",/), 63],
    ]),
  );
});

test("of 64 who save on the same revision at once, one does, and the others hear of the conflict", async () => {
  const { id, latest_revision_id: base_revision_id } = await createDraft(world.notes);
  const path = updatePost.path.replace("{id}", String(id));
  const answers = await sendMany(updatePost, path, (index) => ({ base_revision_id, title: `By ${index}` }));
  expect(answers).toEqual(
    expect.arrayContaining([
      ["200", 1],
      ["409 revision_conflict", 63],
    ]),
  );
});
