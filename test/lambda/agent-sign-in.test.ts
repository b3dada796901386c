import { expect, test } from "vitest";
import { describeResource, describeServer, endAgentToken } from "#lib/routes/agent-access.ts";
import { showConsent, showOwnAgents } from "#lib/routes/agent-pages.ts";
import {
  asking,
  connectedClient,
  refreshTokens,
  sendForm,
  statusElsewhere,
  useAgentSignIn,
} from "#test/support/agent-sign-in.ts";
import { connectedAgent, useTool } from "#test/support/agents.ts";
import { call } from "#test/support/call.ts";
import { cookiesOf } from "#test/support/session.ts";
import { useWorld } from "#test/support/world.ts";

const world = useWorld();
useAgentSignIn();

test("an agent finds its way, gets access, writes by a tool, refreshes and gives it back, each by a function of its own", async () => {
  expect((await call(describeResource)).body.authorization_servers).toEqual(["https://notes.example"]);
  expect((await call(describeServer)).body.issuer).toBe("https://notes.example");
  expect((await call(showConsent, { query: asking("some-client") })).status).toBe(302);
  const { clientId, accessToken, refreshToken } = await connectedClient();
  const agent = await connectedAgent(process.env.LAMBDA_URL!, accessToken);
  const draft = { parent: { id: world.notes }, title: "Sedge", slug: "sedge", overview: [] };
  expect(await useTool(agent, "editor_posts_create", draft)).toMatchObject({ isError: false });
  expect(await statusElsewhere(accessToken)).toBe(401);
  const { status, body } = await refreshTokens(refreshToken, clientId);
  expect(status).toBe(200);
  const page = await call(showOwnAgents, {
    headers: { cookie: await cookiesOf("ada"), accept: "text/html" },
  });
  expect(page.text).toContain("assistant.example");
  expect((await sendForm(endAgentToken, { token: body.access_token })).status).toBe(200);
  expect((await refreshTokens(body.refresh_token, clientId)).body.error).toBe("invalid_grant");
});
