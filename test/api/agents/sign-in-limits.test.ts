// Proves contract rules: agent-sign-in, agent-consent, agent-access, own-agents, safety-headers.

import { describe, expect, test } from "vitest";
import { passwordStamp } from "#lib/access/sessions.ts";
import { putUser } from "#lib/actions/people/users.ts";
import { clock } from "#lib/clock.ts";
import { logIn, showSignIn } from "#lib/routes/accounts.ts";
import { describeServer } from "#lib/routes/agent-access.ts";
import { decideConsent, showConsent } from "#lib/routes/agent-pages.ts";
import { listPostRevisions } from "#lib/routes/editor-history.ts";
import type { Route } from "#lib/routes/route.ts";
import { maxAgentGrants } from "#lib/site/agent-grant.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { putAgentGrant } from "#lib/store/write-grants.ts";
import {
  allowed,
  asking,
  connectedClient,
  consentPageFor,
  decideOn,
  exchangeCode,
  registered,
  sendForm,
  useAgentSignIn,
} from "#test/support/agent-sign-in.ts";
import { connectedAgent, useTool } from "#test/support/agents.ts";
import { call } from "#test/support/call.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { useSetting } from "#test/support/settings.ts";
import { textIn } from "#test/support/site-pages.ts";
import { freshSlug, usePasswords, useWorld } from "#test/support/world.ts";

const world = useWorld();
usePasswords();
useAgentSignIn();
const service = useServedFiles();
const setScopes = useSetting("SITE_EDITOR_SCOPES");
const setClasses = useSetting("SITE_AUTHENTICATION_CLASSES");

test.each(["session", "token"])(
  "nobody is told of a sign-in where the only credentials are of the kind %s",
  async (kind) => {
    expect((await call(describeServer)).status).toBe(200);
    await setClasses([kind]);
    expect((await call(describeServer)).status).toBe(404);
  },
);

test("where one name of the settings opens two scopes, nobody allows one of them with the other", async () => {
  await setScopes({ write: ["edit", "draft"], publish: ["edit"], delete: "remove" });
  const { text } = await consentPageFor("ada", asking(await registered()));
  const offered = [...text.matchAll(/name="scope" value="(\w+)"/g)].map(([, name]) => name);
  expect(offered).toEqual(["write", "delete"]);
  const { accessToken } = await connectedClient("ada", ["write", "publish"]);
  const agent = await connectedAgent(service.url, accessToken);
  expect((await useTool(agent, "editor_whoami")).answer.scopes).toEqual(["draft"]);
  const names = (await agent.listTools()).tools.map(({ name }) => name);
  expect(names).toContain("editor_posts_create");
  expect(names.filter((name) => /publish|schedule|delete/.test(name))).toEqual([]);
});

describe("the name of a client in histories", () => {
  const longHost = `claude.ai.${"a".repeat(60)}.${"b".repeat(60)}.evil.example`;

  test.each<[string, string, string, string]>([
    ["is its own with its host", "Claude", "claude.ai", "Claude (claude.ai)"],
    ["without one is its host", "", "claude.ai", "claude.ai"],
    [
      "leaves room for the host",
      `Claude (claude.ai)${"~".repeat(100)}`,
      "assistant.example",
      `Claude (claude.ai)${"~".repeat(62)} (assistant.example)`,
    ],
    ["has the end of a long host", "Claude", longHost, `Claude (…${"b".repeat(46)}.evil.example)`],
    ["is the end of a long host", "", longHost, `…${"b".repeat(46)}.evil.example`],
  ])("%s", async (_, client_name, host, expected) => {
    const redirect_uri = `https://${host}/callback`;
    const clientId = await registered({ client_name, redirect_uris: [redirect_uri] });
    const code = (await allowed("ada", clientId, ["write"], { redirect_uri })).get("code") ?? "";
    const { body } = await exchangeCode(code, clientId, { redirect_uri });
    const agent = await connectedAgent(service.url, body.access_token);
    const draft = { parent: { id: world.notes }, title: "Bittern", slug: freshSlug(), overview: [] };
    const made = await useTool(agent, "editor_posts_create", draft);
    const revisions = await call(listPostRevisions, { as: "ada", params: { id: made.answer.id } });
    expect(revisions.body.results[0].client).toBe(expected);
  });
});

test("a person gives access a hundred times at once, of which a new password frees all", async () => {
  await putUser("bo", (user) => ({ ...user!, passwordHash: "one" }));
  const user = (await readUserByName("bo"))!;
  const now = new Date(clock.nowMs()).toISOString();
  for (let count = 0; count < maxAgentGrants; count++) {
    const digest = count.toString(16).padStart(64, "0");
    const grant = {
      ...{ userId: user.id, scopes: [], passwordStamp: passwordStamp(user), digest, refreshDigest: digest },
      ...{ client: { id: "some", name: "Some", host: "some.example" }, access: [] },
      ...{ createdAt: now, usedAt: now, version: 1 },
    };
    await commitDecision(async () => ({ writes: putAgentGrant(grant), value: undefined }));
  }
  const query = asking(await registered());
  const full = await consentPageFor("bo", query);
  expect([full.status, textIn(full.text)]).toEqual([403, expect.stringContaining("end that of one first")]);
  await putUser("bo", (before) => ({ ...before!, passwordHash: "two" }));
  expect((await consentPageFor("bo", query)).status).toBe(200);
});

describe("the window that a site opens for its person", () => {
  const policyOf = (answer: { readonly headers: Readonly<Record<string, string | undefined>> }) =>
    answer.headers["cross-origin-opener-policy"];
  const signIn = (password: string, next: string) =>
    sendForm(logIn as Route, { username: "ada", password, next });

  test("stays its own through the sign-in and the page that asks, to the answer", async () => {
    const clientId = await registered();
    const query = asking(clientId);
    const next = `/accounts/authorize/?${new URLSearchParams(query)}`;
    const page = await consentPageFor("ada", query);
    const answers = {
      "to sign in": [302, await call(showConsent, { query })],
      form: [200, await call(showSignIn, { query: { next } })],
      "wrong password": [403, await signIn("wrong", next)],
      "signed in": [303, await signIn("marsh-hen", next)],
      page: [200, page],
      "wrong request": [400, await consentPageFor("ada", asking(clientId, { response_type: "token" }))],
      "no access": [403, await consentPageFor("ed", query)],
      "session ended": [303, await sendForm(decideConsent, { request: String(new URLSearchParams(query)) })],
      answer: [303, await decideOn(page, "allow", [])],
    } as const;
    for (const [name, [status, answer]] of Object.entries(answers))
      expect([name, answer.status, policyOf(answer)]).toEqual([name, status, "unsafe-none"]);
  });

  test("is parted from it by every other sign-in", async () => {
    for (const next of ["/", "/accounts/agents/", "//accounts/authorize/", "/notes/?/accounts/authorize/"])
      for (const answer of [
        await call(showSignIn, { query: { next } }),
        await signIn("wrong", next),
        await signIn("marsh-hen", next),
      ])
        expect([next, policyOf(answer)]).toEqual([next, "same-origin"]);
  });
});
