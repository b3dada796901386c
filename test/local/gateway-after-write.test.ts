import { expect, test, vi } from "vitest";
import { log } from "#lib/log.ts";
import { createPost } from "#lib/routes/editor-posts.ts";
import { listPages } from "#lib/routes/pages.ts";
import { gatewayFor } from "#test/support/capture.ts";

const body = JSON.stringify({ title: "A frog" });

test.each([
  ["succeeds", async () => ({ statusCode: 201, body: "{}" })],
  ["refuses", async () => ({ statusCode: 400, body: "{}" })],
  ["fails", () => Promise.reject(new Error("half of it is written"))],
])("a function that may write and %s is followed by one call", async (_, handler) => {
  vi.spyOn(log, "write").mockReturnValue();
  const afterWrite = vi.fn();
  await using gateway = await gatewayFor(handler, { routes: [createPost, listPages], afterWrite });
  await fetch(gateway.url + createPost.path, { method: "POST", body });
  expect(afterWrite).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
});

test("a function that only reads is not followed by a call", async () => {
  const afterWrite = vi.fn();
  const handler = async () => ({ statusCode: 200, body: "{}" });
  await using gateway = await gatewayFor(handler, { routes: [createPost, listPages], afterWrite });
  expect((await fetch(gateway.url + listPages.path)).status).toBe(200);
  expect(afterWrite).not.toHaveBeenCalled();
});
