// Proves contract rules: answer-size, staff, training-data.

import { beforeEach, describe, expect, test } from "vitest";
import { setComments } from "#lib/actions/pages/discussion.ts";
import { deletePage } from "#lib/actions/pages/remove-page.ts";
import type { Comment } from "#lib/pages/comment.ts";
import { listTrainingData } from "#lib/routes/comments.ts";
import { call } from "#test/support/call.ts";
import { createDraft, createLivePost, useWorld } from "#test/support/world.ts";
import { commentWith } from "../lib/pages/comments.ts";

const world = useWorld();

const discuss = (id: number, ...comments: readonly Comment[]) =>
  setComments(id, { permit: () => {}, comments });

describe("the training data", () => {
  const training = (as?: string) => call(listTrainingData, as ? { as } : {});

  let pages: readonly number[] = [];

  beforeEach(async () => {
    for (const id of pages) await discuss(id);
    pages = [(await createLivePost(world.notes)).id, (await createDraft(world.calls)).id];
  });

  test.each([
    [undefined, 403, "Authentication credentials were not provided."],
    ["ed", 403, "You do not have permission to perform this action."],
    ["ada", 403, "You do not have permission to perform this action."],
    ["su", 403, "You do not have permission to perform this action."],
    ["ex", 401, undefined],
  ])("is not for %s", async (as, status, detail) => {
    const answer = await training(as);
    expect([answer.status, answer.body.detail]).toEqual([status, detail ?? expect.any(String)]);
    expect(answer.headers["cache-control"]).toBe("private, no-store");
  });

  test("is an empty list where nothing was said", async () => {
    const { status, body, headers } = await training("va");
    expect([status, body]).toEqual([200, []]);
    expect(headers).toMatchObject({
      "cache-control": "private, no-store",
      "content-type": "application/json",
    });
  });

  test("lists the decided comments of all pages, in thread order, with the fields that their authors sent", async () => {
    const [one, other] = pages as [number, number];
    await discuss(
      one,
      commentWith({ id: 104, text: "Fourth" }),
      commentWith({ id: 101, name: "Ann", email: "ann@example.org", title: "Ice", text: "Thin\nice" }),
      commentWith({ id: 105, parentId: 101, text: "No!", moderation: "spam" }),
      commentWith({ id: 102, text: "Perhaps", moderation: "pending" }),
    );
    await discuss(
      other,
      commentWith({ id: 103, name: "", email: "", text: "Pills <b>", moderation: "spam" }),
    );
    expect((await training("va")).body).toEqual([
      ["ham", "Ann ann@example.org Ice Thin\nice"],
      ["spam", "Bo bo@example.org  No!"],
      ["spam", "   Pills <b>"],
      ["ham", "Bo bo@example.org  Fourth"],
    ]);
    await deletePage(other);
    pages = [one];
    expect((await training("va")).body).toHaveLength(3);
  });

  const saying = (text: string, first: number, count: number) =>
    Array.from({ length: count }, (_, index) => commentWith({ id: first + index, text: `${index} ${text}` }));

  test("may be of thousands of comments", async () => {
    const [one, other] = pages as [number, number];
    await discuss(one, ...saying("One", 1_000, 3_000));
    await discuss(other, ...saying("Other", 4_000, 3_000));
    const { body } = await training("va");
    expect(body.length).toBe(6_000);
    expect([body[0], body[5_999]]).toEqual([
      ["ham", "Bo bo@example.org  0 One"],
      ["ham", "Bo bo@example.org  2999 Other"],
    ]);
  });

  test("is refused where one answer cannot hold it", async () => {
    const [one, other] = pages as [number, number];
    const long = "long ".repeat(1_900);
    await discuss(one, ...saying(long, 1_000, 400));
    await discuss(other, ...saying(long, 2_000, 400));
    const { status, body } = await training("va");
    expect([status, body.detail]).toEqual([400, expect.stringContaining("larger than the 6 MB")]);
  });

  test("can be asked for in parts, which together are the whole", async () => {
    const [one] = pages as [number];
    const comments = [1, 2, 3, 4, 5].map((at) => commentWith({ id: 200 + at, text: `Comment ${at}` }));
    await discuss(one, ...comments);
    const part = async (query: string) => (await call(listTrainingData, { as: "va", query })).body;
    const whole = await part("");
    expect(whole).toHaveLength(5);
    expect(await part("limit=2")).toEqual(whole.slice(0, 2));
    expect(await part("limit=2&offset=2")).toEqual(whole.slice(2, 4));
    expect(await part("offset=4")).toEqual(whole.slice(4));
    expect(await part("limit=1000&offset=1")).toEqual(whole.slice(1));
    expect(await part("limit=2&offset=99")).toEqual([]);
    expect(await part("limit=0")).toEqual([]);
  });

  test.each(["limit", "offset"])("refuses a %s that is no count", async (name) => {
    for (const value of ["-1", "x", "1.5", ""]) {
      const { status, body } = await call(listTrainingData, { as: "va", query: `${name}=${value}` });
      expect([status, body]).toEqual([400, { detail: `${name} must be a positive integer` }]);
    }
  });
});
