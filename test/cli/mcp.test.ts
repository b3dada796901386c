// Proves contract rules: agent-tools, agent-protocol.

import { PassThrough } from "node:stream";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, test } from "vitest";
import { installedLectern } from "#cli/installed.ts";
import { main } from "#cli/main.ts";
import {
  agentClient,
  connectedAgent,
  type ProtocolRevision,
  revisions,
  useTool,
} from "#test/support/agents.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { root } from "#test/support/sources.ts";
import { createDraft, useWorld } from "#test/support/world.ts";

const world = useWorld();
const service = useServedFiles();

test.each(Object.keys(revisions) as ProtocolRevision[])(
  "a client of revision %s that starts the command has the tools of the service",
  async (revision) => {
    const agent = agentClient(revision);
    const { PATH = "" } = process.env;
    const env = { PATH, LECTERN_URL: service.url, LECTERN_TOKEN: "ada-write" };
    await agent.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: ["cli/lectern.js", "mcp"],
        cwd: root,
        env,
      }),
    );
    const overHttp = await connectedAgent(service.url, "ada-write", revision);
    expect((await agent.listTools()).tools).toEqual((await overHttp.listTools()).tools);
    const { id } = await createDraft(world.notes, { title: "Over two pipes" });
    const { texts, answer } = await useTool(agent, "editor_posts_read", { id });
    expect([texts.length, answer.title]).toEqual([2, "Over two pipes"]);
    await expect(useTool(agent, "editor_posts_publish", { id })).rejects.toThrow("Unknown tool");
    const update = { id, base_revision_id: answer.latest_revision_id, slug: "not a slug!" };
    expect(await useTool(agent, "editor_posts_update", update)).toMatchObject({
      isError: true,
      answer: { status: 400 },
    });
  },
);

const run = async (environment: Record<string, string>, ...args: string[]) => {
  const written = { stdout: "", stderr: "" };
  const terminal = (name: keyof typeof written) => ({ write: (text: string) => (written[name] += text) });
  const stdin = new PassThrough();
  stdin.end();
  const context = { environment, stdin, stdout: terminal("stdout"), stderr: terminal("stderr") };
  return { status: await main(installedLectern, ["mcp", ...args], context as never), ...written };
};

test("it ends when its client does, and writes only messages to standard output", async () => {
  expect(await run({ LECTERN_URL: service.url, LECTERN_TOKEN: "ada" })).toEqual({
    status: 0,
    stdout: "",
    stderr: "",
  });
});

test.each([
  ["a token that nobody has", "made-up", /refuses the token: it is unknown or has expired/],
  ["a token of somebody without admin access", "ed", /its user has no admin access/],
])("%s is refused before the conversation begins", async (_, token, reason) => {
  const { status, stderr } = await run({ LECTERN_URL: service.url, LECTERN_TOKEN: token });
  expect([status, stderr]).toEqual([1, expect.stringMatching(reason)]);
});

test("a service that does not answer, or is none, is reported", async () => {
  const unreachable = await run({ LECTERN_TOKEN: "ada" }, "--url", "http://127.0.0.1:1");
  expect([unreachable.status, unreachable.stderr]).toEqual([1, expect.stringContaining("cannot be reached")]);
  const elsewhere = await run({ LECTERN_TOKEN: "ada" }, "--url", `${service.url}/notes`);
  expect([elsewhere.status, elsewhere.stderr]).toEqual([
    1,
    expect.stringContaining("is it the address of Lectern?"),
  ]);
});
