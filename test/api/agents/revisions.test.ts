// Proves contract rules: agent-protocol.

import { describe, expect, test } from "vitest";
import { callTools } from "#lib/routes/mcp.ts";
import { connectedAgent, revisions } from "#test/support/agents.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { createDraft, useWorld } from "#test/support/world.ts";

const world = useWorld();
const service = useServedFiles();

const earlier = revisions.filter((revision) => revision !== "2026-07-28");

/** Sends a body as it is, without a client that knows the protocol. */
const send = async (sent: unknown, revision?: string, further: Record<string, string> = {}) => {
  const answer = await fetch(service.url + callTools.path, {
    method: "POST",
    headers: {
      ...{ authorization: "Bearer ada", "content-type": "application/json" },
      ...(revision !== undefined && { "mcp-protocol-version": revision }),
      ...further,
    },
    body: JSON.stringify(sent),
  });
  const text = await answer.text();
  return {
    ...{ status: answer.status, headers: answer.headers, text },
    body: text === "" ? undefined : JSON.parse(text),
  };
};

const message = (method: string, params?: object, id: unknown = 7) => ({
  ...{ jsonrpc: "2.0", id, method },
  ...(params && { params }),
});

const opening = (protocolVersion: string) =>
  message("initialize", { protocolVersion, capabilities: {}, clientInfo: { name: "raw", version: "1" } });

const creation = (title: string, id: unknown) =>
  message(
    "tools/call",
    { name: "editor_posts_create", arguments: { parent: { id: world.notes }, title, overview: [] } },
    id,
  );

/** What each request of the revision 2026-07-28 says of itself. */
const said = (revision: string) => ({
  _meta: {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  },
});

test.each(revisions)("a client that knows only revision %s speaks it", async (revision) => {
  const agent = await connectedAgent(service.url, "ada", revision);
  expect(agent.getNegotiatedProtocolVersion()).toBe(revision);
  const { tools } = await agent.listTools();
  expect(tools.map(({ name }) => name)).toContain("editor_posts_read");
});

describe.each(earlier)("requests of revision %s", (revision) => {
  test("begin with what the client asks for, and need nothing from the request before", async () => {
    const begun = await send(opening(revision));
    expect(begun.body.result).toMatchObject({ protocolVersion: revision, capabilities: { tools: {} } });
    expect(begun.headers.get("mcp-session-id")).toBeNull();
    const told = await send({ jsonrpc: "2.0", method: "notifications/initialized" }, revision);
    expect([told.status, told.text]).toEqual([202, ""]);
    const listed = await send(message("tools/list"), revision);
    expect(listed.body.result.tools.length).toBeGreaterThan(20);
  });

  test("call tools", async () => {
    const { id } = await createDraft(world.notes, { title: "Read raw" });
    const params = { name: "editor_posts_read", arguments: { id } };
    const { status, body } = await send(message("tools/call", params), revision);
    expect([status, body.result.isError ?? false]).toEqual([200, false]);
    expect(JSON.parse(body.result.content[1].text).title).toBe("Read raw");
  });
});

test("requests of revision 2026-07-28 say of themselves which one they are", async () => {
  const asked = message("tools/list", said("2026-07-28"));
  const listed = await send(asked, "2026-07-28", { "mcp-method": "tools/list" });
  expect([listed.status, listed.body.result.tools.length > 20]).toEqual([200, true]);
});

test.each(["2024-11-05", "2030-01-01", "x"])(
  "a client that begins with revision %s is offered 2025-11-25",
  async (revision) => {
    expect((await send(opening(revision))).body.result.protocolVersion).toBe("2025-11-25");
  },
);

test.each(["2024-11-05", "2030-01-01", "x"])("a request of revision %s is refused", async (revision) => {
  const { status, body } = await send(message("tools/list"), revision);
  expect([status, body.error.code < 0, body.result]).toEqual([400, true, undefined]);
});

test("a request that says it is of an unknown revision is told which there are", async () => {
  const asked = message("tools/list", said("2031-01-01"));
  const { status, body } = await send(asked, "2031-01-01", { "mcp-method": "tools/list" });
  expect([status, body.error.code, body.error.data.supported]).toEqual([400, -32022, ["2026-07-28"]]);
});

describe("a batch", () => {
  const ping = (id: unknown) => message("ping", undefined, id);
  const notification = { jsonrpc: "2.0", method: "notifications/initialized" };

  test.each([undefined, "2025-03-26"])(
    "of revision %s is answered by a list, in its order",
    async (revision) => {
      const titles = [`First of ${revision}`, `Second of ${revision}`];
      const batch = [creation(titles[0]!, 1), notification, ping("b"), creation(titles[1]!, 3)];
      const { status, body } = await send(batch, revision);
      expect([status, body.map(({ id }: { id: unknown }) => id)]).toEqual([200, [1, "b", 3]]);
      const made = [body[0], body[2]].map(({ result }) => JSON.parse(result.content[1].text).title);
      expect(made).toEqual(titles);
    },
  );

  test("of notifications gets an empty 202", async () => {
    const { status, text } = await send([notification, notification]);
    expect([status, text]).toEqual([202, ""]);
  });

  test.each(["2025-06-18", "2025-11-25", "2026-07-28"])("of revision %s is refused", async (revision) => {
    const { status, body } = await send([creation("Not made", 1)], revision);
    expect([status, body.error.code]).toEqual([400, -32600]);
  });

  test("with a message that begins a conversation is refused, and nothing of it is done", async () => {
    const { status, body } = await send([creation("Not made", 1), opening("2025-03-26")]);
    expect([status, body.error.code]).toEqual([400, -32600]);
    const params = { name: "editor_pages_list", arguments: { q: "Not made" } };
    const found = await send(message("tools/call", params));
    expect(JSON.parse(found.body.result.content[1].text).count).toBe(0);
  });

  test.each([
    ["nothing", []],
    ["more than 20 messages", Array.from({ length: 21 }, (_, id) => ping(id))],
    ["something that is no message", [ping(1), 5]],
    ["a batch", [[ping(1)]]],
  ])("of %s is refused by the API", async (_, batch) => {
    const { status, body } = await send(batch);
    expect([status, body.code]).toEqual([400, "validation_error"]);
  });

  test("gets the error of a message in its place", async () => {
    const { body } = await send([ping(1), message("tools/call", { name: "no_tool" }, 2), ping(3)]);
    const results = body.map(({ error, result }: { error?: { code: number }; result?: object }) =>
      error ? error.code : result,
    );
    expect(results).toEqual([{}, -32602, {}]);
  });
});
