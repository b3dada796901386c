// Proves contract rules: working-copies, working-copy-versions, working-copy-saves.

import fc from "fast-check";
import { expect, test } from "vitest";
import { readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { call } from "#test/support/call.ts";
import { putTyped, readTyped, removeTyped } from "#test/support/working-copies.ts";
import { createDraft, useWorld } from "#test/support/world.ts";

const world = useWorld();

/** What a user has typed last, as a plain model keeps it. */
interface ModelCopy {
  readonly version: number;
  readonly text: string;
}

const step = fc.record({
  kind: fc.constantFrom("put", "put", "put", "get", "remove", "save"),
  user: fc.constantFrom("ada", "cy"),
  tab: fc.constantFrom(0, 1),
  text: fc.constantFrom("a thought", "half", "and then"),
});

test("two tabs of two users, in any order, store, save and remove what a plain model says", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const { id } = await createDraft(world.notes);
      const stored = new Map<string, ModelCopy>();
      const known = new Map<string, number>();
      const used = new Map<string, Set<number>>([
        ["ada", new Set()],
        ["cy", new Set()],
      ]);
      for (const { kind, user, tab, text } of steps) {
        const current = stored.get(user);
        const name = `${user} ${tab}`;
        const version = known.get(name) ?? 0;
        if (kind === "put") {
          const { status, body } = await putTyped(id, { version, fields: { title: text } }, user);
          const wins = version === (current?.version ?? 0);
          expect(status).toBe(wins ? 200 : 409);
          if (wins) {
            expect(used.get(user)!.has(body.version)).toBe(false);
            used.get(user)!.add(body.version);
            stored.set(user, { version: body.version, text });
            known.set(name, body.version);
          } else {
            expect(body.working_copy?.version).toBe(current?.version);
            known.set(name, current?.version ?? 0);
          }
        } else if (kind === "remove") {
          expect((await removeTyped(id, user)).status).toBe(204);
          stored.delete(user);
        } else if (kind === "save") {
          const { latest_revision_id } = (await call(readPost, { as: user, params: { id } })).body;
          const { status, body } = await call(updatePost, {
            ...{ as: user, params: { id }, query: { working_copy: version } },
            body: { base_revision_id: latest_revision_id, title: text },
          });
          expect([status, body.working_copy]).toEqual([
            200,
            current && current.version !== version ? "kept" : undefined,
          ]);
          if (current?.version === version) stored.delete(user);
        }
        for (const who of ["ada", "cy"]) {
          const { status, body } = await readTyped(id, who);
          const copy = stored.get(who);
          expect([status, body.version, body.fields?.title]).toEqual(
            copy ? [200, copy.version, copy.text] : [404, undefined, undefined],
          );
        }
      }
    }),
    { numRuns: 25 },
  );
});
