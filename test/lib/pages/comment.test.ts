import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Comment,
  inThreadOrder,
  type Moderation,
  moderations,
  publicComments,
} from "#lib/pages/comment.ts";
import { commentWith } from "./comments.ts";

type Row = readonly [id: number, parentId: number | null, moderation?: Moderation];

const commentsFrom = (rows: readonly Row[]): Comment[] =>
  rows.map(([id, parentId, moderation = "ham"]) => commentWith({ id, parentId, moderation }));

const shown = (comments: readonly Comment[]) => comments.map(({ id, parentId }) => [id, parentId]);

test.each<[string, readonly Row[], readonly number[]]>([
  [
    "beginnings by id",
    [
      [3, null],
      [1, null],
      [2, null],
    ],
    [1, 2, 3],
  ],
  [
    "answers after what they answer",
    [
      [1, null],
      [2, null],
      [3, 1],
      [4, 3],
      [5, 1],
    ],
    [1, 3, 4, 5, 2],
  ],
  [
    "answers to what is gone as beginnings",
    [
      [2, 1],
      [3, null],
      [4, 2],
    ],
    [2, 4, 3],
  ],
  [
    "answers to later ones and to themselves as beginnings",
    [
      [1, 2],
      [2, 1],
      [3, 3],
    ],
    [1, 2, 3],
  ],
])("a thread has %s", (_, rows, ids) => {
  expect(inThreadOrder(commentsFrom(rows)).map(({ id }) => id)).toEqual(ids);
});

test.each<[string, readonly Row[], readonly (readonly [number, number | null])[]]>([
  [
    "of public comments only",
    [
      [1, null],
      [2, null, "spam"],
      [3, null, "pending"],
    ],
    [[1, null]],
  ],
  [
    "with answers to what is not public, one step up",
    [
      [1, null],
      [2, 1, "spam"],
      [3, 2, "pending"],
      [4, 3],
    ],
    [
      [1, null],
      [4, 1],
    ],
  ],
  [
    "with answers to nothing public at the beginning",
    [
      [1, null, "spam"],
      [2, 1],
    ],
    [[2, null]],
  ],
])("the public thread is %s", (_, rows, expected) => {
  expect(shown(publicComments(commentsFrom(rows)))).toEqual(expected);
});

const anyComments = fc
  .array(fc.record({ parentId: fc.option(fc.nat(30)), moderation: fc.constantFrom(...moderations) }), {
    maxLength: 25,
  })
  .chain((rows) =>
    fc.shuffledSubarray(
      rows.map((row, index) => commentWith({ id: index + 1, ...row })),
      { minLength: rows.length },
    ),
  );

test("every comment stands in the thread once, after what it answers, whatever is stored", () => {
  fc.assert(
    fc.property(anyComments, (comments) => {
      const ids = inThreadOrder(comments).map(({ id }) => id);
      expect(ids.toSorted((a, b) => a - b)).toEqual(comments.map(({ id }) => id).toSorted((a, b) => a - b));
      for (const { id, parentId } of comments) {
        if (parentId !== null && parentId < id) expect(ids.indexOf(parentId)).toBeLessThan(ids.indexOf(id));
      }
    }),
  );
});

test("what the public thread answers is in it", () => {
  fc.assert(
    fc.property(anyComments, (comments) => {
      const thread = publicComments(comments);
      const ids = [null, ...thread.map(({ id }) => id)];
      expect(thread.length).toBe(comments.filter(({ moderation }) => moderation === "ham").length);
      for (const { parentId } of thread) expect(ids).toContain(parentId);
    }),
  );
});

test("a conversation of thousands of answers has an end", () => {
  const long = Array.from({ length: 20_000 }, (_, index) =>
    commentWith({ id: index + 1, parentId: index === 0 ? null : index }),
  );
  expect(publicComments(long.toReversed())).toEqual(long);
});
