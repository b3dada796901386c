import { expect, test } from "vitest";
import type { Caller } from "#lib/access/principal.ts";
import type { Request } from "#lib/http/request.ts";
import { publicAnswer } from "#lib/surfaces/content/public-answer.ts";

const ask = async (state: object, path: string, answer: string): Promise<string> => {
  const request = { origin: "https://notes.example", path, query: new URLSearchParams(), headers: {} };
  const asked = {
    request: request as unknown as Request,
    caller: { principal: null, session: null } as Caller,
  };
  return String((await publicAnswer(asked, state, async () => ({ answer }))).body);
};

test("an answer that is too large to be kept drives none away that is", async () => {
  const state = {};
  await ask(state, "/small/", "first");
  await ask(state, "/large/", "x".repeat(4_000_000));
  expect(await ask(state, "/small/", "second")).toBe('{"answer":"first"}');
});

test("when answers become too many, the newest are kept", async () => {
  const state = {};
  await ask(state, "/small/", "first");
  for (const path of ["/one/", "/two/"]) await ask(state, path, "x".repeat(2_500_000));
  expect(await ask(state, "/small/", "second")).toBe('{"answer":"second"}');
  expect(await ask(state, "/two/", "another")).toContain("xxx");
});

test("answers that are made at the same time count once", async () => {
  const state = {};
  const ones = Array.from({ length: 3 }, () => ask(state, "/one/", "x".repeat(1_500_000)));
  await Promise.all([ask(state, "/small/", "first"), ...ones]);
  expect(await ask(state, "/small/", "second")).toBe('{"answer":"first"}');
});
