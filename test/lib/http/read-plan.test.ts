import { beforeAll, expect, test, vi } from "vitest";
import { authenticate } from "#lib/access/authenticate.ts";
import { stranger } from "#lib/access/principal.ts";
import { credentialsOf } from "#lib/http/admission.ts";
import { answerByPlan } from "#lib/http/read-plan.ts";
import type { Request } from "#lib/http/request.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { readPage } from "#lib/store/pages.ts";
import { plannedRead } from "#lib/store/planned-read.ts";
import { commandsOf } from "#test/support/metering.ts";
import { useWorld } from "#test/support/world.ts";

const world = useWorld();

const requestOf = (token: string) =>
  ({ headers: { authorization: `Bearer ${token}` }, cookies: new Map() }) as unknown as Request;

/** A caller whom this process has seen. */
const known = requestOf("ada");

const admitted = (request: Request) => () => authenticate(credentialsOf(request));

const refused = async () => {
  throw new Refusal("permission_denied");
};

beforeAll(() => authenticate(credentialsOf(known)));

const planOf = (read: () => Promise<unknown>) =>
  vi.fn((_userId: number) => ({ reads: { value: plannedRead(read) }, receipt: undefined }));

test("what is planned is one request with the credentials, and is handed to who answers", async () => {
  const reads = { page: plannedRead(readPage, world.notes) };
  const planFor = vi.fn((_userId: number) => ({ reads, receipt: undefined }));
  const commands = await commandsOf(async () => {
    const page = await answerByPlan(known, planFor, admitted(known), (_, plan) =>
      plan.reads.page(world.notes),
    );
    expect(page?.id).toBe(world.notes);
  });
  expect(commands).toEqual(["BatchGetItem"]);
  expect(planFor.mock.calls).toEqual([[(await readUserByName("ada"))?.id]]);
});

test("for a stranger nothing begins: it is read when it is asked for, and not at all after a refusal", async () => {
  const read = vi.fn(async () => "value");
  const planFor = planOf(read);
  const other = requestOf("nobody has this");
  await expect(answerByPlan(other, planFor, refused, (_, { reads }) => reads.value())).rejects.toThrow();
  expect([planFor, read].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  const answer = await answerByPlan(
    other,
    planFor,
    async () => {
      expect(read).not.toHaveBeenCalled();
      return stranger;
    },
    (_, { reads }) => reads.value(),
  );
  expect(answer).toBe("value");
  expect(planFor).toHaveBeenCalledExactlyOnceWith(0);
  expect(read).toHaveBeenCalledTimes(1);
});

test("whoever is refused gets nothing of what has begun, however early it is there", async () => {
  const read = vi.fn(async () => "secret");
  const answer = vi.fn();
  const refusal = answerByPlan(known, planOf(read), refused, answer);
  await expect(refusal).rejects.toThrow(new Refusal("permission_denied"));
  expect(read).toHaveBeenCalledTimes(1);
  expect(answer).not.toHaveBeenCalled();
});

test("a request ends after what it has begun, whose failure is only that of who asks for it", async () => {
  const ended = Promise.withResolvers<string>();
  const reads = {
    slow: plannedRead(() => ended.promise),
    broken: plannedRead(async () => {
      throw new Error("no engine");
    }),
  };
  let isAnswered = false;
  const planFor = () => ({ reads, receipt: undefined });
  const admit = async () => stranger;
  const answer = answerByPlan(known, planFor, admit, async () => "answer").then((value) => {
    isAnswered = true;
    return value;
  });
  await new Promise(setImmediate);
  expect(isAnswered).toBe(false);
  ended.resolve("late");
  expect(await answer).toBe("answer");
  const asking = answerByPlan(known, planFor, admit, async (_, plan) => {
    // By then the process would end, if nobody handled the failure.
    await new Promise(setImmediate);
    return plan.reads.broken();
  });
  await expect(asking).rejects.toThrow("no engine");
});
