// Proves contract rules: comments.

import { expect, test } from "vitest";
import { postComments } from "#lib/surfaces/content/comments.ts";
import { commentWith } from "#test/lib/pages/comments.ts";

test("a theme gets the public comments in thread order, and not who can be written to", () => {
  const comments = [
    commentWith({ id: 3, parentId: 1, name: "Ada", text: "A finger." }),
    commentWith({ id: 2, moderation: "pending" }),
    commentWith({ id: 1, text: "How thin?" }),
  ];
  const writtenAt = "2026-01-02T03:04:05.000Z";
  expect(postComments(comments)).toEqual([
    { id: 1, author: "Bo", writtenAt, text: "How thin?", level: 1, answerUrl: null },
    { id: 3, author: "Ada", writtenAt, text: "A finger.", level: 2, answerUrl: null },
  ]);
});
