// Proves contract rules: agent-tools.

import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { callTool, ownApi, type SendToApi } from "#lib/agents/call-tool.ts";
import { toolRoutes, toolsOf } from "#lib/agents/tools.ts";
import { requestFrom } from "#lib/http/request.ts";
import { fallback } from "#lib/routes/fallback.ts";
import { routes } from "#lib/routes/table.ts";
import { apiPath } from "#local/gateway/api-path.ts";
import { capturingGateway } from "#test/support/capture.ts";
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

const serviceOf = (send: SendToApi) => ({ send, features: [] });

const ask = async (apiAddress: string, headers: Record<string, string> = {}) => {
  const params = { name: "editor_tags_list", arguments: { q: "reed" } };
  const service = serviceOf(ownApi({ apiAddress, headers }));
  const { isError, content } = await callTool(toolsOf(document), params, service);
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

test("the API has a route for what each tool asks, although CloudFront removes no final slash", async () => {
  await using gateway = await capturingGateway({ routes, fallback });
  const api = ownApi({ apiAddress: gateway.url + apiPath, headers: { host: "notes.example" } });
  const tools = toolsOf(document);
  for (const { name, parameters, input } of tools) {
    const ids = input.required.filter((each) => parameters.has(each)).map((each) => [each, 7]);
    await callTool(tools, { name, arguments: Object.fromEntries(ids) }, serviceOf(api));
  }
  const keyOf = (id: string) => {
    const { method, path } = routes.find((route) => route.id === id)!;
    return `${method} ${path.slice(0, -1)}`;
  };
  expect(gateway.events.map(({ routeKey }) => routeKey)).toEqual(toolRoutes.map(keyOf));
});

test("the API gets a body as bytes, although CloudFront hides no content type", async () => {
  await using gateway = await capturingGateway({ routes, fallback });
  const api = ownApi({ apiAddress: gateway.url + apiPath, headers: { host: "notes.example" } });
  const given = { title: "A \uFFFD", parent: { id: 1 } };
  await callTool(toolsOf(document), { name: "editor_posts_create", arguments: given }, serviceOf(api));
  const [{ headers, body } = {}] = gateway.events.map(requestFrom);
  expect(headers).toMatchObject({ "content-type": "application/json" });
  expect(JSON.parse(String(body))).toEqual(given);
  expect(gateway.events).toMatchObject([{ isBase64Encoded: true }]);
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
