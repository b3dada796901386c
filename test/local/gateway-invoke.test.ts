import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { log } from "#lib/log.ts";
import { invoke } from "#local/gateway/invoke.ts";
import { fakeRoute } from "#test/support/capture.ts";

const event = {} as APIGatewayProxyEventV2;
const limited = (timeoutSeconds: number) =>
  fakeRoute({ id: "videos/list", path: "/", limits: { timeoutSeconds } });
const never = () => new Promise(() => {});

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(log, "write").mockReturnValue();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test.each([
  { name: "its function's time-out ends a request with 500", timeoutSeconds: 3, afterMs: 3_000, status: 500 },
  { name: "API Gateway ends it after 30 s with 503", timeoutSeconds: 900, afterMs: 30_000, status: 503 },
])("$name", async ({ timeoutSeconds, afterMs, status }) => {
  const settled = vi.fn();
  const answer = invoke(limited(timeoutSeconds), never, event).finally(settled);
  await vi.advanceTimersByTimeAsync(afterMs - 1);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect((await answer).status).toBe(status);
  expect(log.write).toHaveBeenCalledWith(
    "error",
    expect.objectContaining({ error: `No answer within ${afterMs} ms.` }),
  );
});

test("a function that answers in time leaves no timer behind", async () => {
  expect((await invoke(limited(3), async () => ({ statusCode: 201 }), event)).status).toBe(201);
  expect(vi.getTimerCount()).toBe(0);
});

test("a function that fails after its time-out does no more harm", async () => {
  const failing = async () => {
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    throw new Error("too late");
  };
  const answer = invoke(limited(3), failing, event);
  await vi.advanceTimersByTimeAsync(3_000);
  expect((await answer).status).toBe(500);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(log.write).toHaveBeenCalledWith(
    "error",
    expect.objectContaining({ error: expect.stringContaining("too late") }),
  );
});

test.each([
  {
    name: "throws at once",
    handler: () => {
      throw new Error("the secret reason");
    },
  },
  { name: "rejects", handler: async () => Promise.reject(new Error("the secret reason")) },
  { name: "throws what is no error", handler: async () => Promise.reject("the secret reason") },
  { name: "answers with nonsense", handler: async () => ({ statusCode: "the secret reason" }) },
])(
  "a function that $name is a 500 that says nothing, and a line in the log that says why",
  async ({ handler }) => {
    const answer = await invoke(limited(3), handler, event);
    expect([answer.status, answer.body]).toEqual([500, '{"message":"Internal Server Error"}']);
    expect(vi.mocked(log.write).mock.calls[0]).toEqual([
      "error",
      {
        route: "videos/list",
        lambda_request_id: expect.any(String),
        error: expect.stringContaining("the secret reason"),
      },
    ]);
  },
);

test("a function is told its name, its request's id and the time that is left", async () => {
  const contexts: Context[] = [];
  const remember = async (_event: unknown, context: Context) => void contexts.push(context);
  await invoke(limited(3), remember, event);
  await invoke(limited(3), remember, event);
  const [first, second] = contexts;
  expect([first?.functionName, first?.memoryLimitInMB]).toEqual(["videos/list", "1024"]);
  expect(first?.awsRequestId).not.toBe(second?.awsRequestId);
  expect(second?.getRemainingTimeInMillis()).toBe(3_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(second?.getRemainingTimeInMillis()).toBe(2_000);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(second?.getRemainingTimeInMillis()).toBe(0);
});
