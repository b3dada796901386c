// Proves contract rules: agent-sign-in, agent-registration, agent-consent.

import { afterEach, describe, expect, test } from "vitest";
import { putUser } from "#lib/actions/people/users.ts";
import {
  describeResource,
  describeServer,
  endAgentToken,
  issueAgentTokens,
  registerClient,
} from "#lib/routes/agent-access.ts";
import { decideConsent, showConsent } from "#lib/routes/agent-pages.ts";
import { callTools } from "#lib/routes/mcp.ts";
import type { Route } from "#lib/routes/route.ts";
import {
  allowed,
  asking,
  connectedClient,
  consentPageFor,
  decideOn,
  redirectUri,
  refreshTokens,
  registered,
  sendForm,
  setAgentSignIn,
  statusOfAgent,
  useAgentWorld,
} from "#test/support/agent-sign-in.ts";
import { call } from "#test/support/call.ts";
import { cookiesOf } from "#test/support/session.ts";
import { useSetting } from "#test/support/settings.ts";
import { textIn } from "#test/support/site-pages.ts";

const { pass } = useAgentWorld();
const setScopes = useSetting("SITE_EDITOR_SCOPES");

const site = "https://notes.example";
const challengeOf = async (token?: string) =>
  (await call(callTools, { ...(token && { as: token }), body: { jsonrpc: "2.0", id: 1, method: "ping" } }))
    .headers["www-authenticate"];

describe("without the setting", () => {
  afterEach(() => setAgentSignIn(true));

  test("nothing is there, nobody is told of it, and tokens of before are wrong", async () => {
    const { accessToken, refreshToken, clientId } = await connectedClient();
    const query = asking(clientId);
    await setAgentSignIn(false);
    for (const route of [describeResource, describeServer] as Route[])
      expect((await call(route)).status).toBe(404);
    expect((await call(registerClient, { body: { redirect_uris: [redirectUri] } })).status).toBe(404);
    for (const route of [issueAgentTokens, endAgentToken] as Route[])
      expect((await sendForm(route, { grant_type: "refresh_token", token: refreshToken })).status).toBe(404);
    expect((await call(showConsent, { query })).status).toBe(404);
    expect((await consentPageFor("ada", query)).status).toBe(404);
    const decided = await decideOn({ text: "", cookie: await cookiesOf("ada") }, "allow", []);
    expect([400, 403, 404]).toContain(decided.status);
    expect(await challengeOf()).toBe("Bearer");
    expect(await statusOfAgent(accessToken)).toBe(401);
    await setAgentSignIn(true);
    expect(await statusOfAgent(accessToken)).toBe(200);
    expect((await refreshTokens(refreshToken, clientId)).status).toBe(200);
  });
});

test("a 401 of the address of agents leads to descriptions, which lead to everything else", async () => {
  const at = `${site}/.well-known/oauth-protected-resource/api/mcp/`;
  expect(await challengeOf()).toBe(`Bearer resource_metadata="${at}"`);
  expect(await challengeOf("wrong")).toBe(`Bearer error="invalid_token", resource_metadata="${at}"`);
  expect((await call(describeResource)).body).toEqual({
    resource: `${site}/api/mcp/`,
    resource_name: "Test site",
    authorization_servers: [site],
    scopes_supported: ["write", "publish", "delete"],
    bearer_methods_supported: ["header"],
  });
  expect((await call(describeServer)).body).toMatchObject({
    issuer: site,
    authorization_endpoint: `${site}/accounts/authorize/`,
    token_endpoint: `${site}/api/oauth/token/`,
    registration_endpoint: `${site}/api/oauth/register/`,
    revocation_endpoint: `${site}/api/oauth/revoke/`,
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  });
});

describe("registration", () => {
  test("gives an id and no secret", async () => {
    const body = {
      redirect_uris: [redirectUri],
      client_name: "A\u202Essistant\n ",
      grant_types: ["implicit"],
    };
    const answer = await call(registerClient, { body });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      client_id: expect.stringMatching(/^[\w-]{43}$/),
      client_id_issued_at: expect.any(Number),
      client_name: "A ssistant",
      redirect_uris: [redirectUri],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    });
    expect(answer.headers["cache-control"]).toContain("no-store");
  });

  test("takes null for no name, as some programs write it", async () => {
    const answer = await call(registerClient, { body: { redirect_uris: [redirectUri], client_name: null } });
    expect([answer.status, "client_name" in answer.body]).toEqual([201, false]);
  });

  test.each([
    "https://assistant.example/callback",
    "http://localhost:33418/callback",
    "http://127.0.0.1/",
    "http://[::1]:1234/x?y=1",
  ])("takes %s", async (address) => {
    expect((await call(registerClient, { body: { redirect_uris: [address] } })).status).toBe(201);
  });

  test.each<[string, unknown]>([
    ["http on another host", "http://assistant.example/callback"],
    ["a host that only begins like this computer", "http://localhost.example/"],
    ["a user name that looks like this computer", "http://127.0.0.1:80@assistant.example/"],
    ["a scheme of a program", "cursor://anysphere.cursor-retrieval/callback"],
    ["script", "javascript:alert(1)"],
    ["a fragment", "https://assistant.example/#here"],
    ["a user name", "https://ada@assistant.example/"],
    ["a backslash", "https://good.example\\@assistant.example/"],
    ["a space", "https://assistant.example/a b"],
    ["no text", 7],
    ["more than 1,000 characters", `https://assistant.example/${"a".repeat(1_000)}`],
  ])("refuses %s", async (_, address) => {
    const { status, body } = await call(registerClient, { body: { redirect_uris: [redirectUri, address] } });
    expect([status, body.error]).toEqual([400, "invalid_redirect_uri"]);
    expect(body.error_description).toContain("redirect_uris.1 ");
  });

  test.each<[string, object, string]>([
    ["no addresses", {}, "invalid_redirect_uri"],
    ["too many", { redirect_uris: Array.from({ length: 11 }, () => redirectUri) }, "invalid_redirect_uri"],
    ["a name that is no text", { redirect_uris: [redirectUri], client_name: {} }, "invalid_client_metadata"],
  ])("refuses %s", async (_, body, error) => {
    const answer = await call(registerClient, { body });
    expect([answer.status, answer.body.error]).toEqual([400, error]);
  });

  test("is limited by address, and starts again in the next hour", async () => {
    pass(3_600);
    const register = () => call(registerClient, { body: { redirect_uris: [redirectUri] } });
    for (let count = 0; count < 30; count++) expect((await register()).status).toBe(201);
    const refused = await register();
    expect([refused.status, Number(refused.headers["retry-after"]) > 0]).toEqual([429, true]);
    pass(3_600);
    expect((await register()).status).toBe(201);
  });

  test("ends after a day without a grant; a grant keeps it, and its end gives it a day more", async () => {
    const [forgotten, { clientId, refreshToken }] = [await registered(), await connectedClient()];
    const statusFor = async (id: string) => (await consentPageFor("ada", asking(id))).status;
    pass(24 * 3_600 - 5);
    expect(await statusFor(forgotten)).toBe(200);
    pass(10);
    expect([await statusFor(forgotten), await statusFor(clientId)]).toEqual([400, 200]);
    await sendForm(endAgentToken, { token: refreshToken });
    pass(24 * 3_600 - 5);
    expect(await statusFor(clientId)).toBe(200);
    pass(10);
    expect(await statusFor(clientId)).toBe(400);
  });
});

describe("the page that asks for access", () => {
  test("sends strangers to sign in, and back to it", async () => {
    const query = asking("some-client");
    const { status, headers } = await call(showConsent, { query });
    const location = new URL(headers.location ?? "", site);
    expect([status, location.pathname]).toEqual([302, "/accounts/login/"]);
    const next = new URL(location.searchParams.get("next") ?? "", site);
    expect([next.pathname, Object.fromEntries(next.searchParams)]).toEqual(["/accounts/authorize/", query]);
    const more = await call(showConsent, { query: { ...query, unknown: "x".repeat(3_000) } });
    expect(more.headers.location).toBe(headers.location);
    const sent = await sendForm(decideConsent, {
      request: new URLSearchParams(query).toString(),
      decision: "allow",
    });
    expect([sent.status, sent.headers.location]).toEqual([
      303,
      expect.stringContaining("/accounts/login/?next="),
    ]);
  });

  test("names host, account and scopes, calls the name unchecked, and cannot be framed or kept", async () => {
    const page = await consentPageFor("ada", asking(await registered({ client_name: "<b>Bank</b>" })));
    expect(page.status).toBe(200);
    const text = textIn(page.text);
    expect(text).toContain("A program that calls itself &lt;b>Bank&lt;/b>");
    expect(text).toContain("Nobody has checked that name.");
    expect(text).toContain("The access goes to assistant.example");
    expect(page.text).toContain("<strong>ada</strong>");
    expect(text).toContain("It ends by itself after 30 days without use, and after a year.");
    const boxes = [...page.text.matchAll(/name="scope" value="(\w+)"( checked)?/g)];
    expect(boxes.map(([, name, ticked]) => [name, ticked !== undefined])).toEqual([
      ["write", true],
      ["publish", false],
      ["delete", false],
    ]);
    expect(page.headers).toMatchObject({
      "x-frame-options": "DENY",
      "cache-control": "private, no-store",
      "content-security-policy": expect.stringMatching(/form-action 'self' https:; frame-ancestors 'none'$/),
    });
  });

  test.each<[string, string | undefined, readonly string[]]>([
    ["ada", undefined, ["write", "publish", "delete"]],
    ["su", undefined, ["write", "publish", "delete"]],
    ["cy", undefined, ["write", "delete"]],
    ["di", undefined, []],
    ["ada", "publish admin other", ["publish"]],
  ])("%s is offered of the scopes %s only what they have: %j", async (username, scope, offered) => {
    const { text } = await consentPageFor(username, asking(await registered(), { scope }));
    expect([...text.matchAll(/name="scope" value="(\w+)"/g)].map(([, name]) => name)).toEqual(offered);
  });

  test("says to moderators that an agent which writes decides on comments", async () => {
    const comments = "It decides on comments, too";
    await putUser("bo", (user) => ({ ...user!, staff: true }));
    expect(textIn((await consentPageFor("bo", asking(await registered()))).text)).toContain(comments);
    expect(textIn((await consentPageFor("ada", asking(await registered()))).text)).not.toContain(comments);
  });

  test("offers no scope that the settings close", async () => {
    await setScopes({ write: "edit" });
    const { text } = await consentPageFor("ada", asking(await registered()));
    expect([...text.matchAll(/name="scope" value="(\w+)"/g)].map(([, name]) => name)).toEqual([
      "write",
      "delete",
    ]);
    expect((await call(describeServer)).body.scopes_supported).toEqual(["write", "delete"]);
  });

  test("tells people without admin access that they have none to give", async () => {
    const query = asking(await registered());
    const page = await consentPageFor("ed", query);
    expect([page.status, textIn(page.text)]).toEqual([403, expect.stringContaining("has no access to give")]);
    const form = { request: new URLSearchParams(query).toString(), decision: "allow" };
    const csrf_token = page.cookie.split("csrftoken=")[1] ?? "";
    const sent = await call(decideConsent, {
      headers: {
        cookie: page.cookie,
        "content-type": "application/x-www-form-urlencoded",
        accept: "text/html",
      },
      body: new URLSearchParams({ ...form, csrf_token }).toString(),
    });
    expect([sent.status, sent.headers.location]).toEqual([403, undefined]);
  });

  test.each<[string, Record<string, string | undefined>]>([
    ["an unknown client", { client_id: "unknown" }],
    ["no client", { client_id: undefined }],
    ["another address", { redirect_uri: "https://assistant.example/callback?from=elsewhere" }],
    ["the address with another case", { redirect_uri: "https://Assistant.example/callback?from=lectern" }],
    [
      "the address with a usual port",
      { redirect_uri: "https://assistant.example:443/callback?from=lectern" },
    ],
    ["the beginning of the address", { redirect_uri: "https://assistant.example/callback" }],
    ["no address", { redirect_uri: undefined }],
    ["no code", { response_type: "token" }],
    ["no challenge", { code_challenge: undefined }],
    ["a plain challenge", { code_challenge_method: "plain" }],
    ["no method", { code_challenge_method: undefined }],
    ["a short challenge", { code_challenge: "abc" }],
    ["another resource", { resource: "https://notes.example/api/editor/" }],
    ["too much", { state: "s".repeat(2_000) }],
  ])("refuses %s on a page, and leads nobody away", async (_, fields) => {
    const page = await consentPageFor("ada", asking(await registered(), fields));
    expect([page.status, page.headers.location]).toEqual([400, undefined]);
    expect(page.text).not.toContain('class="consent"');
  });

  test("refuses a parameter that is there twice", async () => {
    const query = `${new URLSearchParams(asking(await registered()))}&state=2`;
    const answer = await call(showConsent, { query, headers: { cookie: await cookiesOf("ada") } });
    expect(answer.status).toBe(400);
  });

  test("only on the person's own computer another port is the same address", async () => {
    const clientId = await registered({ redirect_uris: ["http://127.0.0.1:1/cb", "http://localhost/cb"] });
    const statusFor = async (redirect_uri: string) =>
      (await consentPageFor("ada", asking(clientId, { redirect_uri }))).status;
    expect(await statusFor("http://127.0.0.1:50123/cb")).toBe(200);
    expect(await statusFor("http://localhost:50123/cb")).toBe(200);
    expect(await statusFor("http://127.0.0.1:50123/other")).toBe(400);
    expect(await statusFor("http://[::1]:50123/cb")).toBe(400);
    const { text, headers } = await consentPageFor(
      "ada",
      asking(clientId, { redirect_uri: "http://localhost/cb" }),
    );
    expect(textIn(text)).toContain("a program on the computer in front of you ( localhost )");
    expect(headers["content-security-policy"]).toContain("form-action 'self' https: http:;");
  });
});

describe("the decision", () => {
  test("leads back with a code, the state and the site's address, or with a refusal", async () => {
    const clientId = await registered();
    const params = await allowed("ada", clientId);
    expect(Object.fromEntries(params)).toEqual({
      from: "lectern",
      code: expect.stringMatching(/^[\w-]{43}$/),
      state: "s 1",
      iss: site,
    });
    const page = await consentPageFor("ada", asking(clientId, { state: undefined }));
    const { status, headers } = await decideOn(page, "refuse", ["write"]);
    const { searchParams } = new URL(headers.location ?? "");
    expect([status, Object.fromEntries(searchParams)]).toEqual([
      303,
      { from: "lectern", error: "access_denied", iss: site },
    ]);
  });

  test("without the proof of the form, or from another site, decides nothing", async () => {
    const page = await consentPageFor("ada", asking(await registered()));
    const unproved = { ...page, text: page.text.replaceAll("csrf_token", "other") };
    expect((await decideOn(unproved, "allow", [])).status).toBe(403);
    const request = new URLSearchParams(asking(await registered())).toString();
    const foreign = await call(decideConsent as Route, {
      headers: {
        cookie: page.cookie,
        origin: "https://assistant.example",
        "x-csrftoken": page.cookie.split("csrftoken=")[1] ?? "",
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({ request, decision: "allow" }).toString(),
    });
    expect([foreign.status, foreign.body.code]).toEqual([403, "csrf_failed"]);
  });
});
