// Proves contract rules: agent-sign-in, agent-consent, agent-tokens, agent-revocation.

import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { endAgentToken } from "#lib/routes/agent-access.ts";
import { callTools } from "#lib/routes/mcp.ts";
import { useTool } from "#test/support/agents.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { cookiesOf } from "#test/support/session.ts";
import { hiddenFieldsIn } from "#test/support/site-pages.ts";
import { useWorld } from "#test/support/world.ts";

const world = useWorld();
const service = useServedFiles();

const callback = "http://localhost:33418/callback";

/** What a hosted assistant keeps of somebody's connection, and the address to which it sends them. */
const newProvider = () => {
  const kept: {
    client?: OAuthClientInformationMixed;
    tokens?: OAuthTokens;
    verifier?: string;
    asked?: URL | undefined;
    discovery?: OAuthDiscoveryState;
  } = {};
  const provider: OAuthClientProvider = {
    redirectUrl: callback,
    clientMetadata: { client_name: "Inspector", redirect_uris: [callback] },
    state: () => "state-1",
    clientInformation: () => kept.client,
    saveClientInformation: (client) => {
      kept.client = client;
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens;
    },
    redirectToAuthorization: (url) => {
      kept.asked = url;
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier ?? "",
    saveDiscoveryState: (state) => {
      kept.discovery = state;
    },
    discoveryState: () => kept.discovery,
    invalidateCredentials: (scope) => {
      if (scope === "tokens" || scope === "all") delete kept.tokens;
      if (scope === "client" || scope === "all") delete kept.client;
    },
  };
  return { kept, provider };
};

/** The person's browser: opens the page, and sends its form. */
const consentTo = async (asked: URL, username: string): Promise<URLSearchParams> => {
  const headers = { cookie: await cookiesOf(username), accept: "text/html" };
  const page = await (await fetch(asked, { headers, redirect: "error" })).text();
  const fields = hiddenFieldsIn(page.split('class="consent"')[1] ?? "");
  const answer = await fetch(`${service.url}/accounts/authorize/`, {
    method: "POST",
    redirect: "manual",
    headers,
    body: new URLSearchParams({ ...fields, scope: "write", decision: "allow" }),
  });
  const location = answer.headers.get("location") ?? "";
  expect([answer.status, location.split("?")[0]]).toEqual([303, callback]);
  return new URL(location).searchParams;
};

/** As API Gateway answers, which gives this header another name. */
const behindGateway: typeof fetch = async (...request) => {
  const answer = await fetch(...request);
  const headers = new Headers(answer.headers);
  const challenge = headers.get("www-authenticate");
  if (challenge === null) return answer;
  headers.delete("www-authenticate");
  headers.set("x-amzn-remapped-www-authenticate", challenge);
  const { status, statusText } = answer;
  return new Response(answer.body, { status, statusText, headers });
};

const allowAgents = () =>
  applyManifest({
    version: 1,
    site: { name: "Test site", base_url: service.url, agent_sign_in: true },
  });

test("a client of the SDK finds the way behind a gateway that renames WWW-Authenticate", async () => {
  await allowAgents();
  const { kept, provider } = newProvider();
  const address = new URL(service.url + callTools.path);
  const connect = () => {
    const options = { authProvider: provider, fetch: behindGateway };
    const transport = new StreamableHTTPClientTransport(address, options);
    const client = new Client({ name: "inspector", version: "1" });
    return { client, transport, connected: client.connect(transport) };
  };
  const first = connect();
  await expect(first.connected).rejects.toThrow(UnauthorizedError);
  expect(kept.asked?.searchParams.get("resource")).toBe(address.href);
  await first.transport.finishAuth(await consentTo(kept.asked!, "ada"));
  const { client, connected } = connect();
  await connected;
  expect((await useTool(client, "editor_whoami")).answer).toMatchObject({ user: { username: "ada" } });
  await client.close();
});

test("a client of the SDK finds the way, registers, gets access, calls a tool, refreshes, and is revoked", async () => {
  await allowAgents();
  const { kept, provider } = newProvider();
  const lastAsked = (): URL | undefined => kept.asked;
  const address = new URL(service.url + callTools.path);
  const connect = async () => {
    const transport = new StreamableHTTPClientTransport(address, { authProvider: provider });
    const client = new Client({ name: "inspector", version: "1" });
    return { transport, client };
  };
  const first = await connect();
  await expect(first.client.connect(first.transport)).rejects.toThrow(UnauthorizedError);
  expect(Object.fromEntries(kept.asked!.searchParams)).toMatchObject({
    code_challenge_method: "S256",
    resource: address.href,
    scope: "write publish delete",
  });
  await first.transport.finishAuth(await consentTo(kept.asked!, "ada"));
  expect(kept.tokens).toMatchObject({ token_type: "Bearer", expires_in: 3600, scope: "write" });

  const given = kept.tokens;
  const { client, transport } = await connect();
  const errors: Error[] = [];
  client.onerror = (error) => errors.push(error);
  await client.connect(transport);
  const { answer } = await useTool(client, "editor_whoami");
  expect(answer).toMatchObject({ user: { username: "ada" }, scopes: ["write"] });
  const created = await useTool(client, "editor_posts_create", {
    ...{ parent: { id: world.notes }, title: "By an assistant", slug: "by-an-assistant" },
    overview: [],
  });
  expect([created.isError, created.answer.title]).toEqual([false, "By an assistant"]);

  expect([kept.tokens, errors]).toEqual([given, []]);

  const before = kept.tokens!;
  kept.tokens = { ...before, access_token: "lct_wrong" };
  expect((await useTool(client, "editor_whoami")).answer).toMatchObject({
    user: { username: "ada" },
    scopes: ["write"],
  });
  expect(kept.tokens?.refresh_token).not.toBe(before.refresh_token);

  const ended = await fetch(service.url + endAgentToken.path, {
    method: "POST",
    body: new URLSearchParams({ token: kept.tokens!.refresh_token! }),
  });
  expect(ended.status).toBe(200);
  kept.asked = undefined;
  await expect(useTool(client, "editor_whoami")).rejects.toThrow(UnauthorizedError);
  expect([kept.tokens, lastAsked()?.pathname]).toEqual([undefined, "/accounts/authorize/"]);
  await client.close();
});
