// Proves contract rules: agent-tools, agent-protocol.

import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, test } from "vitest";
import { installedLectern } from "#cli/installed.ts";
import { main } from "#cli/main.ts";
import { agentClient, connectedAgent, revisions, useTool } from "#test/support/agents.ts";
import { ended, startProgram } from "#test/support/programs.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { root } from "#test/support/sources.ts";
import { createDraft, useWorld } from "#test/support/world.ts";

const world = useWorld();
const service = useServedFiles();
const newline = Buffer.from("\n");

test.each(revisions)(
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

/** Starts the command, sends all of this at once, closes the pipe, and waits for its end. */
const piped = async (input: string | Buffer) => {
  const { PATH = "" } = process.env;
  const program = startProgram(process.execPath, ["cli/lectern.js", "mcp"], {
    env: { PATH, LECTERN_URL: service.url, LECTERN_TOKEN: "ada-write" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  program.stdin!.end(input);
  const [stdout, status] = await Promise.all([text(program.stdout!), ended(program)]);
  const lines = stdout.split("\n");
  expect([status, lines.pop()]).toEqual([0, ""]);
  return lines.map((line) => JSON.parse(line));
};

const call = (id: unknown, name: string, given: object) => ({
  ...{ jsonrpc: "2.0", id, method: "tools/call" },
  params: { name, arguments: given },
});

const opening = [
  {
    ...{ jsonrpc: "2.0", id: "begin", method: "initialize" },
    params: {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "pipe", version: "1" },
    },
  },
  { jsonrpc: "2.0", method: "notifications/initialized" },
];

test("all that is read before the input ends is answered, and then the command ends", async () => {
  const titles = Array.from({ length: 24 }, (_, index) => `By pipe ${index}`);
  const creations = titles.map((title, index) =>
    call(index, "editor_posts_create", { parent: { id: world.notes }, title, overview: [] }),
  );
  const messages = [...opening, ...creations, call("no tool", "no_tool", {})];
  // The last line has no end.
  const answers = await piped(messages.map((each) => JSON.stringify(each)).join("\n"));
  const byId = new Map(answers.map((answer) => [answer.id, answer]));
  expect(answers).toHaveLength(messages.length - 1);
  expect(byId.get("no tool").error.message).toBe("Unknown tool: no_tool");
  const made = creations.map(({ id }) => JSON.parse(byId.get(id).result.content[1].text).title);
  expect(made).toEqual(titles);
});

test("a line that is no message is refused by the codes of JSON-RPC, and the others are answered", async () => {
  const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
  const refused: [line: string | Buffer, id: unknown, code: number][] = [
    ["no JSON", null, -32700],
    [Buffer.from('"\xff"', "latin1"), null, -32700],
    ["[]", null, -32600],
    ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', null, -32600],
    ["null", null, -32600],
    ['{"jsonrpc":"2.0","id":1,"method":5}', 1, -32600],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', null, -32600],
    ['{"jsonrpc":"2.0","id":1e999,"method":"ping"}', null, -32600],
    [`{"jsonrpc":"2.0","id":${deep},"method":"ping"}`, null, -32600],
    [JSON.stringify(call(2, "editor_tags_list", { q: "DEEP" })).replace('"DEEP"', deep), 2, -32600],
    [`"${"x".repeat(11_000_000)}"`, null, -32600],
  ];
  const lines = [...opening.map((each) => JSON.stringify(each)), ...refused.map(([line]) => line), "", "\r"];
  const last = JSON.stringify({ jsonrpc: "2.0", id: "\ud800", method: "ping" });
  const input = Buffer.concat([...lines, last].map((line) => Buffer.concat([Buffer.from(line), newline])));
  const answers = await piped(input);
  const errors = answers.filter(({ error }) => error);
  expect(errors.map(({ id, error }) => [id, error.code])).toEqual(refused.map(([, id, code]) => [id, code]));
  expect(answers.map(({ id }) => id)).toEqual(expect.arrayContaining(["begin", "\ud800"]));
  expect(answers).toHaveLength(refused.length + 2);
});

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
