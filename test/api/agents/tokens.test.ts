// Proves contract rules: agent-tokens, agent-access, agent-revocation, own-agents.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashOfSecret } from "#lib/access/secrets.ts";
import { putUser } from "#lib/actions/people/users.ts";
import { keepLog } from "#lib/log.ts";
import { logOut, showPasswordChange } from "#lib/routes/accounts.ts";
import { endAgentToken, issueAgentTokens } from "#lib/routes/agent-access.ts";
import { endOwnAgent, showOwnAgents } from "#lib/routes/agent-pages.ts";
import { listPostRevisions } from "#lib/routes/editor-history.ts";
import { listOwnTokens } from "#lib/routes/editor-tokens.ts";
import { callTools } from "#lib/routes/mcp.ts";
import { routes } from "#lib/routes/table.ts";
import {
  allowed,
  asking,
  codeVerifier,
  connectedClient,
  consentPageFor,
  decideOn,
  exchangeCode,
  redirectUri,
  refreshTokens,
  registered,
  resource,
  sendForm,
  setAgentSignIn,
  statusElsewhere,
  statusOfAgent,
  useAgentWorld,
} from "#test/support/agent-sign-in.ts";
import { connectedAgent, useTool } from "#test/support/agents.ts";
import { call } from "#test/support/call.ts";
import { overtaken } from "#test/support/interleaving.ts";
import { alterAccount } from "#test/support/private-feeds.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { cookiesOf, sessionHeadersOf } from "#test/support/session.ts";
import { hiddenFieldsIn, textIn } from "#test/support/site-pages.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import { usePasswords } from "#test/support/world.ts";

const { world, pass } = useAgentWorld();
usePasswords();
const service = useServedFiles();

const lines: string[] = [];
beforeAll(() => {
  process.env.LOG_REQUESTS = "on";
  keepLog((line) => lines.push(line));
});
afterAll(() => {
  delete process.env.LOG_REQUESTS;
  keepLog(undefined);
});

const codeFor = async (clientId: string, username = "ada"): Promise<string> =>
  (await allowed(username, clientId)).get("code") ?? "";

const errorOf = ({ status, body }: { status: number; body: { error?: string } }) => [status, body.error];
const invalidGrant = [400, "invalid_grant"];

describe("a code", () => {
  test("gives an access token for an hour, a refresh token, and what was allowed", async () => {
    const clientId = await registered();
    const code = (await allowed("ada", clientId, ["write", "delete"])).get("code") ?? "";
    const answer = await exchangeCode(code, clientId);
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^lct_[0-9A-Za-z]{49}$/),
      token_type: "Bearer",
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^lct_[0-9A-Za-z]{49}$/),
      scope: "write delete",
    });
    expect([answer.status, answer.headers["cache-control"]]).toEqual([200, "private, no-store"]);
    expect(await statusOfAgent(answer.body.access_token)).toBe(200);
    pass(3_600);
    expect(await statusOfAgent(answer.body.access_token)).toBe(401);
  });

  test.each<[string, Record<string, string>, string]>([
    ["another verifier", { code_verifier: "another-verifier-of-forty-three-characters-" }, "invalid_grant"],
    ["the challenge as the verifier", { code_verifier: "short" }, "invalid_grant"],
    ["another address", { redirect_uri: "https://assistant.example/callback" }, "invalid_grant"],
    ["another client", { client_id: "another" }, "invalid_grant"],
    ["another resource", { resource: "https://other.example/api/mcp/" }, "invalid_target"],
    ["no verifier", { code_verifier: "" }, "invalid_request"],
    ["no client", { client_id: "" }, "invalid_request"],
    ["another grant type", { grant_type: "client_credentials" }, "unsupported_grant_type"],
    ["no grant type", { grant_type: "" }, "invalid_request"],
  ])("is not exchanged with %s, and stays as it is", async (_, fields, error) => {
    const clientId = await registered();
    const code = await codeFor(clientId);
    expect(errorOf(await exchangeCode(code, clientId, fields))).toEqual([400, error]);
    expect((await exchangeCode(code, clientId)).status).toBe(200);
  });

  test("is good for a minute", async () => {
    const clientId = await registered();
    const [early, late] = [await codeFor(clientId), await codeFor(clientId)];
    pass(59);
    expect((await exchangeCode(early, clientId)).status).toBe(200);
    pass(1);
    expect(errorOf(await exchangeCode(late, clientId))).toEqual(invalidGrant);
  });

  test("takes the resource with and without its last slash, or none; twice the same is no repetition", async () => {
    const clientId = await registered();
    for (const named of [resource.slice(0, -1), ""])
      expect((await exchangeCode(await codeFor(clientId), clientId, { resource: named })).status).toBe(200);
    const fields = new URLSearchParams({
      ...{ grant_type: "authorization_code", code: await codeFor(clientId), client_id: clientId },
      ...{ redirect_uri: redirectUri, code_verifier: codeVerifier, resource },
    });
    fields.append("resource", resource);
    expect((await sendForm(issueAgentTokens, fields)).status).toBe(200);
    fields.append("code", "another");
    expect(errorOf(await sendForm(issueAgentTokens, fields))).toEqual([400, "invalid_request"]);
  });

  test("used twice ends what the first use gave", async () => {
    const { clientId, code, accessToken, refreshToken } = await connectedClient();
    pass(120);
    expect(errorOf(await exchangeCode(code, "another", { code_verifier: codeVerifier }))).toEqual(
      invalidGrant,
    );
    expect(await statusOfAgent(accessToken)).toBe(401);
    expect(errorOf(await refreshTokens(refreshToken, clientId))).toEqual(invalidGrant);
  });

  test("used twice at the same time gives tokens once, and they end", async () => {
    const clientId = await registered();
    const code = await codeFor(clientId);
    const { slow, fast } = await overtaken(
      () => exchangeCode(code, clientId),
      () => exchangeCode(code, clientId),
    );
    expect([fast.status, errorOf(slow)]).toEqual([200, invalidGrant]);
    expect(await statusOfAgent(fast.body.access_token)).toBe(401);
    expect(errorOf(await refreshTokens(fast.body.refresh_token, clientId))).toEqual(invalidGrant);
  });

  test("of somebody who is not active, or has another password by then, gives nothing", async () => {
    const clientId = await registered();
    const code = await codeFor(clientId, "cy");
    await alterAccount("cy", { active: false });
    expect(errorOf(await exchangeCode(code, clientId))).toEqual(invalidGrant);
    await alterAccount("cy", { active: true });
    await changePassword("cy");
    expect(errorOf(await exchangeCode(code, clientId))).toEqual(invalidGrant);
  });
});

let passwords = 0;

/** Gives an account another password, as administrators do. */
const changePassword = (username: string) =>
  putUser(username, (user) => ({ ...user!, passwordHash: `hash ${++passwords}` }));

describe("a refresh token", () => {
  test("gives new tokens; the access token before stays for its hour, and the refresh token is used up", async () => {
    const { clientId, accessToken, refreshToken } = await connectedClient();
    pass(60);
    const second = await refreshTokens(refreshToken, clientId);
    expect([second.status, second.body.scope]).toEqual([200, "write"]);
    expect(second.body.refresh_token).not.toBe(refreshToken);
    expect(await statusOfAgent(accessToken)).toBe(200);
    const third = await refreshTokens(second.body.refresh_token, clientId, { resource });
    expect(await statusOfAgent(accessToken)).toBe(401);
    expect([
      await statusOfAgent(second.body.access_token),
      await statusOfAgent(third.body.access_token),
    ]).toEqual([200, 200]);
  });

  test("used twice ends all tokens of its grant, and no others", async () => {
    const other = await connectedClient();
    const { clientId, accessToken, refreshToken } = await connectedClient();
    const { body } = await refreshTokens(refreshToken, clientId);
    expect(errorOf(await refreshTokens(refreshToken, clientId))).toEqual(invalidGrant);
    for (const token of [accessToken, body.access_token]) expect(await statusOfAgent(token)).toBe(401);
    expect(errorOf(await refreshTokens(body.refresh_token, clientId))).toEqual(invalidGrant);
    expect(await statusOfAgent(other.accessToken)).toBe(200);
    expect(lines.join("\n")).toContain("was used twice");
  });

  test("used twice at the same time gives tokens once, and all end", async () => {
    const { clientId, accessToken, refreshToken } = await connectedClient();
    const { slow, fast } = await overtaken(
      () => refreshTokens(refreshToken, clientId),
      () => refreshTokens(refreshToken, clientId),
    );
    expect([fast.status, errorOf(slow)]).toEqual([200, invalidGrant]);
    for (const token of [accessToken, fast.body.access_token]) expect(await statusOfAgent(token)).toBe(401);
  });

  test("that is overtaken by the end of its grant gives nothing", async () => {
    const { clientId, accessToken, refreshToken } = await connectedClient();
    const { slow, fast } = await overtaken(
      () => refreshTokens(refreshToken, clientId),
      () => sendForm(endAgentToken, { token: accessToken }),
    );
    expect([fast.status, errorOf(slow)]).toEqual([200, invalidGrant]);
    expect(await statusOfAgent(accessToken)).toBe(401);
  });

  test("is another client's for other clients, which end nothing", async () => {
    const { clientId, refreshToken } = await connectedClient();
    expect(errorOf(await refreshTokens(refreshToken, await registered()))).toEqual(invalidGrant);
    expect((await refreshTokens(refreshToken, clientId)).status).toBe(200);
  });

  test("gives less where less is asked for, never more, and all again next time", async () => {
    const { clientId, refreshToken } = await connectedClient("ada", ["write", "publish"]);
    const scope = (text: string) => ({ scope: text });
    expect(errorOf(await refreshTokens(refreshToken, clientId, scope("write delete")))).toEqual([
      400,
      "invalid_scope",
    ]);
    const less = await refreshTokens(refreshToken, clientId, scope("publish"));
    expect(less.body.scope).toBe("publish");
    expect((await refreshTokens(less.body.refresh_token, clientId)).body.scope).toBe("write publish");
  });

  test("ends after 30 days without use", async () => {
    const [{ clientId, refreshToken }, late] = [await connectedClient(), await connectedClient()];
    pass(30 * 24 * 3_600 - 5);
    const { status, body } = await refreshTokens(refreshToken, clientId);
    expect(status).toBe(200);
    pass(10);
    expect(errorOf(await refreshTokens(late.refreshToken, late.clientId))).toEqual(invalidGrant);
    expect((await refreshTokens(body.refresh_token, clientId)).status).toBe(200);
  });

  test("ends after a year, however it was used", async () => {
    const { clientId, refreshToken } = await connectedClient();
    let latest = refreshToken;
    for (let days = 25; days <= 350; days += 25) {
      pass(25 * 24 * 3_600);
      latest = (await refreshTokens(latest, clientId)).body.refresh_token;
    }
    pass(15 * 24 * 3_600 - 5);
    latest = (await refreshTokens(latest, clientId)).body.refresh_token;
    pass(10);
    expect(errorOf(await refreshTokens(latest, clientId))).toEqual(invalidGrant);
  });

  test.each(["", "lct_none", "x".repeat(53)])("that is none is refused: %j", async (token) => {
    const error = token === "" ? "invalid_request" : "invalid_grant";
    expect(errorOf(await refreshTokens(token, "some-client"))).toEqual([400, error]);
  });
});

test("the table has only digests of codes and tokens, and no line of the log has any", async () => {
  const { clientId, code, accessToken, refreshToken } = await connectedClient();
  const second = await refreshTokens(refreshToken, clientId);
  const agent = await connectedAgent(service.url, second.body.access_token);
  expect((await useTool(agent, "editor_whoami")).isError).toBe(false);
  const secrets = [
    code,
    accessToken,
    refreshToken,
    second.body.access_token,
    second.body.refresh_token,
    codeVerifier,
  ];
  const stored = JSON.stringify(await wholeTable());
  expect(stored).toContain(hashOfSecret(second.body.access_token));
  for (const secret of secrets) {
    expect(stored).not.toContain(secret);
    expect(lines.join("\n")).not.toContain(secret);
  }
});

describe("an access token", () => {
  test("is refused by every other route, a public one too", async () => {
    const { accessToken, refreshToken } = await connectedClient("ada", ["write", "publish", "delete"]);
    expect(await statusOfAgent(accessToken)).toBe(200);
    for (const route of routes.filter(({ takesAccessTokens }) => !takesAccessTokens)) {
      const params = Object.fromEntries(
        [...route.path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => [name, "1"]),
      );
      const answer = await call(route, { as: accessToken, params: params as never });
      expect([route.id, answer.status]).toEqual([route.id, 401]);
    }
    expect([await statusElsewhere(refreshToken), await statusOfAgent(refreshToken)]).toEqual([401, 401]);
  });

  test("is taken at its address in every method, of which only one is there", async () => {
    const { accessToken } = await connectedClient();
    const ask = (method: string, token?: string) =>
      fetch(service.url + callTools.path, {
        method,
        headers: { accept: "text/event-stream", ...(token && { authorization: `Bearer ${token}` }) },
      });
    for (const method of ["GET", "DELETE", "PUT"]) {
      const answer = await ask(method, accessToken);
      expect([method, answer.status, answer.headers.get("allow")]).toEqual([method, 405, "POST, OPTIONS"]);
      const site = "https://notes.example/.well-known/oauth-protected-resource/api/mcp/";
      for (const [token, fault] of [
        [undefined, ""],
        ["wrong", 'error="invalid_token", '],
      ] as const) {
        const refused = await ask(method, token);
        const challenge = `Bearer ${fault}resource_metadata="${site}"`;
        expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, challenge]);
      }
    }
    const elsewhere = await fetch(`${service.url}/api/editor/whoami/`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect([elsewhere.status, elsewhere.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  });

  test("lets tools act with its scopes, in the name of the client", async () => {
    const { accessToken } = await connectedClient("ada", ["write"]);
    const agent = await connectedAgent(service.url, accessToken);
    const { tools } = await agent.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toContain("editor_posts_create");
    expect(names.filter((name) => /publish|delete/.test(name))).toEqual([]);
    const made = await useTool(agent, "editor_posts_create", {
      ...{ parent: { id: world.notes }, title: "Bittern", slug: "bittern", overview: [] },
    });
    const { body } = await call(listPostRevisions, { as: "ada", params: { id: made.answer.id } });
    expect(body.results[0]).toMatchObject({ client: "Assistant (assistant.example)" });
  });

  test("without scopes only reads", async () => {
    const { accessToken } = await connectedClient("ada", []);
    const agent = await connectedAgent(service.url, accessToken);
    const { tools } = await agent.listTools();
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    expect((await useTool(agent, "editor_whoami")).answer.scopes).toEqual([]);
  });

  test("has no right that its user has not, whatever is ticked", async () => {
    const clientId = await registered();
    const page = await consentPageFor("cy", asking(clientId, { scope: "write" }));
    const { headers } = await decideOn(page, "allow", ["write", "publish", "delete", "admin"]);
    const code = new URL(headers.location ?? "").searchParams.get("code") ?? "";
    const { body } = await exchangeCode(code, clientId);
    expect(body.scope).toBe("write");
    const agent = await connectedAgent(service.url, body.access_token);
    const tried = await useTool(agent, "editor_posts_create", {
      ...{ parent: { id: world.notes }, title: "x", slug: "x", overview: [] },
    });
    expect([tried.isError, tried.answer.status]).toEqual([true, 403]);
  });

  test("the token of its tools is one that nobody can make of it", async () => {
    const { accessToken } = await connectedClient();
    const rows = (await wholeTable()) as readonly { pk: string; salt?: string; kind?: string }[];
    const own = rows.find(({ pk }) => pk === `CREDENTIAL#${hashOfSecret(accessToken)}`);
    expect([own?.kind, own?.salt]).toEqual(["access", expect.stringMatching(/^[\w-]{43}$/)]);
    expect(await statusElsewhere(own?.salt ?? "")).toBe(401);
  });
});

describe("a grant ends", () => {
  test.each<[string, (username: string) => Promise<unknown>]>([
    ["with a new password", changePassword],
    [
      "with signing out everywhere",
      async (username) =>
        call(logOut, { query: { everywhere: "true" }, headers: await sessionHeadersOf(username) }),
    ],
  ])("%s", async (_, end) => {
    const { clientId, accessToken, refreshToken } = await connectedClient("bo");
    await end("bo");
    expect(await statusOfAgent(accessToken)).toBe(401);
    expect(errorOf(await refreshTokens(refreshToken, clientId))).toEqual(invalidGrant);
    const page = await call(showOwnAgents, {
      headers: { cookie: await cookiesOf("bo"), accept: "text/html" },
    });
    expect(textIn(page.text)).toContain("No program may act for you on this site.");
  });

  test("with the deactivation of the account, for good", async () => {
    const { clientId, accessToken, refreshToken } = await connectedClient("bo");
    await alterAccount("bo", { active: false });
    expect(await statusOfAgent(accessToken)).toBe(401);
    expect(errorOf(await refreshTokens(refreshToken, clientId))).toEqual(invalidGrant);
    await alterAccount("bo", { active: true });
    expect(await statusOfAgent(accessToken)).toBe(401);
    expect(errorOf(await refreshTokens(refreshToken, clientId))).toEqual(invalidGrant);
  });

  test.each(["accessToken", "refreshToken"] as const)("by its %s, in revocation", async (kind) => {
    const connected = await connectedClient();
    const { clientId, accessToken, refreshToken } = connected;
    const revoke = (fields: Record<string, string>) =>
      sendForm(endAgentToken, { token: connected[kind], ...fields });
    expect(errorOf(await revoke({ client_id: "another" }))).toEqual([400, "invalid_client"]);
    expect(await statusOfAgent(accessToken)).toBe(200);
    const { status, text } = await revoke({ client_id: clientId, token_type_hint: "whatever" });
    expect([status, text]).toEqual([200, ""]);
    expect(await statusOfAgent(accessToken)).toBe(401);
    expect(errorOf(await refreshTokens(refreshToken, clientId))).toEqual(invalidGrant);
    expect((await revoke({})).status).toBe(200);
  });

  test("revocation ends no other tokens, and needs one", async () => {
    expect((await sendForm(endAgentToken, { token: "ada" })).status).toBe(200);
    expect(await statusElsewhere("ada")).toBe(200);
    expect(errorOf(await sendForm(endAgentToken, {}))).toEqual([400, "invalid_request"]);
  });
});

describe("the page of agents", () => {
  const pageOf = async (username: string) => {
    const cookie = await cookiesOf(username);
    return { cookie, ...(await call(showOwnAgents, { headers: { cookie, accept: "text/html" } })) };
  };
  const formsIn = (text: string) => text.split(`action="${endOwnAgent.path}"`).slice(1).map(hiddenFieldsIn);
  const send = (cookie: string, fields: Record<string, string>) =>
    call(endOwnAgent, {
      headers: { cookie, "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
      body: new URLSearchParams(fields).toString(),
    });

  test("sends strangers to sign in", async () => {
    const { status, headers } = await call(showOwnAgents);
    expect([status, headers.location]).toEqual([302, "/accounts/login/?next=%2Faccounts%2Fagents%2F"]);
  });

  test("lists one's own with host and scopes, and ends one of them, which nobody else can", async () => {
    const first = await connectedClient("su", ["write", "publish"]);
    const second = await connectedClient("su", []);
    const page = await pageOf("su");
    expect(textIn(page.text)).toContain("Assistant at assistant.example Read, write, publish allowed on");
    const forms = formsIn(page.text);
    expect(forms).toHaveLength(2);
    expect(page.text).not.toContain(hashOfSecret(first.accessToken));

    const other = await pageOf("ada");
    const csrf_token = other.cookie.split("csrftoken=")[1] ?? "";
    expect((await send(other.cookie, { grant: forms[0]!.grant!, csrf_token })).status).toBe(303);
    expect((await send(page.cookie, { grant: forms[0]!.grant! })).status).toBe(403);
    expect(formsIn((await pageOf("su")).text)).toHaveLength(2);

    const ended = await send(page.cookie, forms[0]!);
    expect([ended.status, ended.headers.location]).toEqual([303, "/accounts/agents/?ended=yes"]);
    const statuses = [await statusOfAgent(first.accessToken), await statusOfAgent(second.accessToken)];
    expect(statuses.toSorted()).toEqual([200, 401]);
    expect((await send(page.cookie, forms[0]!)).status).toBe(303);
    expect(formsIn((await pageOf("su")).text)).toHaveLength(1);
  });

  test("is linked from the page of the account while agents may sign in", async () => {
    const account = async () =>
      (await call(showPasswordChange, { headers: { cookie: await cookiesOf("ada"), accept: "text/html" } }))
        .text;
    expect(await account()).toContain(`href="${showOwnAgents.path}"`);
    await setAgentSignIn(false);
    expect(await account()).not.toContain(`href="${showOwnAgents.path}"`);
    expect(textIn((await pageOf("su")).text)).toContain("Programs cannot connect to this site at the moment");
    await setAgentSignIn(true);
  });
});

test("tokens of agents are in no list of tokens", async () => {
  await connectedClient("ada");
  const { body } = await call(listOwnTokens, { headers: await sessionHeadersOf("ada") });
  expect(body.results.map(({ name }: { name: string }) => name).toSorted()).toEqual(
    ["ada", "ada-none", "ada-publish", "ada-write"].toSorted(),
  );
});
