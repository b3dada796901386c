// Proves contract rules: agent-tools, agent-results, embeds.

import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeEach, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { connectedAgent, useTool } from "#test/support/agents.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { useWorld } from "#test/support/world.ts";

const world = useWorld();
const service = useServedFiles();

beforeEach(() =>
  applyManifest({
    version: 1,
    site: {
      ...{ name: "Test site", base_url: "https://notes.example" },
      ...{ ready_blocks: ["external_embed"], embed_hosts: ["youtube.com"] },
    },
  }),
);

const embed = (value: object) => ({ type: "external_embed", value });
const url = "https://youtu.be/aB3_-dEfGh1";

test("an agent writes an embed and reads what an author says of it", async () => {
  const agent = await connectedAgent(service.url, "ada");
  const draft = {
    parent: { id: world.notes },
    title: "A film",
    overview: [],
    detail: [embed({ url, title: "Dawn" })],
  };
  const made = await useTool(agent, "editor_posts_create", draft);
  expect(made).toMatchObject({ isError: false });
  const read = await useTool(agent, "editor_posts_read", { id: made.answer.id });
  expect(read.answer.detail).toEqual([embed({ url, title: "Dawn", image: null })]);
  const sent = { id: made.answer.id, base_revision_id: read.answer.latest_revision_id };
  const changed = await useTool(agent, "editor_posts_update", { ...sent, detail: read.answer.detail });
  expect(changed.answer.detail).toEqual(read.answer.detail);
});

test("an agent that embeds something of another host is told which hosts the site takes", async () => {
  const agent = await connectedAgent(service.url, "ada");
  const draft = { parent: { id: world.notes }, title: "A film", overview: [] };
  const refused = await useTool(agent, "editor_posts_create", {
    ...draft,
    detail: [embed({ url: "https://vimeo.com/76979871" })],
  });
  expect(refused).toMatchObject({ isError: true, answer: { status: 400 } });
  expect(JSON.stringify(refused.answer)).toContain("It takes youtube.com.");
});

test("the schema of an embed has an address, and no frame", async () => {
  const { tools } = await (await connectedAgent(service.url, "ada")).listTools();
  const schema = tools.find(({ name }) => name === "editor_posts_create")!.inputSchema;
  const takes = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
  const post = (value: object) => ({ parent: { id: 1 }, title: "x", detail: [embed(value)] });
  expect(takes(post({ url }))).toBe(true);
  expect(takes(post({ url, title: "Dawn", image: null }))).toBe(true);
  expect(takes(post({ title: "Dawn" }))).toBe(false);
  expect(JSON.stringify(schema)).not.toContain('"frame"');
});
