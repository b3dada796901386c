import { expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { readLivePage } from "#lib/routes/pages.ts";
import { connectedAgent, useTool } from "#test/support/agents.ts";
import { call } from "#test/support/call.ts";
import { useWorld } from "#test/support/world.ts";

const world = useWorld();

test("an agent lists tools, writes a draft and publishes it, each by the function of its own", async () => {
  const token = { name: "agent", user: "ada", secret: "agent", scopes: ["write", "publish", "delete"] };
  await applyManifest({ version: 1, tokens: [token] });
  const agent = await connectedAgent(process.env.LAMBDA_URL!, "agent");
  expect((await agent.listTools()).tools.map(({ name }) => name)).toContain("editor_posts_create");
  const draft = { parent: { id: world.notes }, title: "Reed", slug: "reed", overview: [] };
  const created = await useTool(agent, "editor_posts_create", draft);
  expect(created).toMatchObject({ isError: false, answer: { title: "Reed" } });
  const { id } = created.answer;
  const published = await useTool(agent, "editor_posts_publish", { id });
  expect(published).toMatchObject({ isError: false, answer: { live: true } });
  expect((await call(readLivePage, { params: { id } })).body.title).toBe("Reed");
});
