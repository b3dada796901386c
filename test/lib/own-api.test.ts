// Proves contract rules: agent-tools.

import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { callTool } from "#lib/agents/call-tool.ts";
import { ownApi } from "#lib/agents/own-api.ts";
import { toolsOf } from "#lib/agents/tools.ts";
import document from "../../docs/openapi.json" with { type: "json" };

/** The API at an address of its own, which gives this answer and keeps the headers of requests. */
const fakeApi = async (status: number, body: string, headers: Record<string, string> = {}) => {
  const received: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    received.push(request.headers);
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { received, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

const ask = async (apiAddress: string, headers: Record<string, string> = {}) => {
  const params = { name: "editor_tags_list", arguments: { q: "reed" } };
  const { isError, content } = await callTool(toolsOf(document), params, ownApi({ apiAddress, headers }));
  return { isError, last: content.at(-1) };
};

test("the API gets the caller's token, and how they reached the service, and nothing else", async () => {
  const { address, received } = await fakeApi(200, "{}");
  const passed = {
    authorization: "Bearer x",
    host: "blog.example.org",
    "user-agent": "an-agent/1",
    "x-forwarded-host": "notes.example",
    "x-forwarded-proto": "https",
    "x-proxy-secret": "secret",
    "x-viewer-address": "192.0.2.1",
  };
  await ask(address, { ...passed, cookie: "sessionid=1", "idempotency-key": "k", "content-length": "999" });
  const own = { accept: "application/json", connection: expect.any(String), "content-length": "0" };
  expect(received).toEqual([{ ...passed, ...own }]);
});

test("an answer that asks to wait says how long", async () => {
  const { address } = await fakeApi(503, '{"code":"busy"}', { "retry-after": "3" });
  expect(await ask(address)).toMatchObject({
    isError: true,
    last: { text: '{"status":503,"retry_after":"3","code":"busy"}' },
  });
});

test("an answer that is no JSON, too long, or missing is an error of the tool", async () => {
  expect(await ask((await fakeApi(502, "<html>")).address)).toMatchObject({
    isError: true,
    last: { text: '{"status":502}' },
  });
  const { isError, last } = await ask((await fakeApi(200, "x".repeat(1_000_001))).address);
  expect([isError, JSON.stringify(last)]).toEqual([true, expect.stringContaining("answer_too_large")]);
  expect(await ask("http://127.0.0.1:1")).toMatchObject({
    isError: true,
    last: { text: expect.stringContaining("no_answer") },
  });
});
