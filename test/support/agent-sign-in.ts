import { createHash } from "node:crypto";
import { beforeAll } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { issueAgentTokens, registerClient } from "#lib/routes/agent-access.ts";
import { decideConsent, showConsent } from "#lib/routes/agent-pages.ts";
import { whoAmI } from "#lib/routes/editor-whoami.ts";
import { callTools } from "#lib/routes/mcp.ts";
import type { Route } from "#lib/routes/route.ts";
import { call, type RouteAnswer } from "./call.ts";
import { useClock } from "./clock.ts";
import { cookiesOf } from "./session.ts";
import { hiddenFieldsIn } from "./site-pages.ts";
import { useWorld } from "./world.ts";

/** Lets agents ask people of the world for access, or no more. */
export const setAgentSignIn = async (isOn: boolean): Promise<void> => {
  const site = { name: "Test site", base_url: "https://notes.example", theme_switch: true };
  await applyManifest({ version: 1, site: { ...site, agent_sign_in: isOn } });
};

/** Lets agents ask people for access in a test file. */
export const useAgentSignIn = (): void => {
  beforeAll(() => setAgentSignIn(true));
};

/** Gives the test file a world whose agents may ask for access, and the function that advances its clock. */
export const useAgentWorld = () => {
  const world = useWorld();
  useAgentSignIn();
  return { world, pass: useClock() };
};

export const redirectUri = "https://assistant.example/callback?from=lectern";
export const resource = `https://notes.example${callTools.path}`;

/** A verifier of PKCE, and its challenge. */
export const codeVerifier = "a-verifier-of-at-least-forty-three-characters";
export const codeChallenge = createHash("sha256").update(codeVerifier).digest("base64url");

/** Registers a client, and gives its id. */
export const registered = async (fields: object = {}): Promise<string> => {
  const body = { redirect_uris: [redirectUri], client_name: "Assistant", ...fields };
  const answer = await call(registerClient, { body });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.client_id;
};

/** The query of a request for access, changed by these fields; undefined leaves one out. */
export const asking = (
  clientId: string,
  fields: Readonly<Record<string, string | undefined>> = {},
): Record<string, string> => {
  const query = {
    ...{ response_type: "code", client_id: clientId, redirect_uri: redirectUri, state: "s 1", resource },
    ...{ code_challenge: codeChallenge, code_challenge_method: "S256" },
    ...fields,
  };
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
};

const form = { "content-type": "application/x-www-form-urlencoded" };

/** Sends a form, as a program does. */
export const sendForm = (
  route: Route,
  fields: Readonly<Record<string, string>> | URLSearchParams,
): Promise<RouteAnswer> => call(route, { headers: form, body: new URLSearchParams(fields).toString() });

/** The page that asks somebody for access. */
export const consentPageFor = async (
  username: string,
  query: Record<string, string>,
): Promise<RouteAnswer & { readonly cookie: string }> => {
  const cookie = await cookiesOf(username);
  return { ...(await call(showConsent, { query, headers: { cookie, accept: "text/html" } })), cookie };
};

/** Sends the form of that page, as a browser does. */
export const decideOn = (
  page: { readonly text: string; readonly cookie: string },
  decision: string,
  scopes: readonly string[],
): Promise<RouteAnswer> => {
  const body = new URLSearchParams({
    ...hiddenFieldsIn(page.text.split('class="consent"')[1] ?? ""),
    decision,
  });
  for (const scope of scopes) body.append("scope", scope);
  return call(decideConsent, {
    headers: { ...form, cookie: page.cookie, accept: "text/html" },
    body: body.toString(),
  });
};

/** Somebody gives a client access; gives the parameters that it gets. */
export const allowed = async (
  username: string,
  clientId: string,
  scopes: readonly string[] = ["write"],
  fields: Readonly<Record<string, string>> = {},
): Promise<URLSearchParams> => {
  const page = await consentPageFor(username, asking(clientId, fields));
  const answer = await decideOn(page, "allow", scopes);
  if (answer.status !== 303) throw new Error(`${answer.status} ${page.text} ${answer.text}`);
  return new URL(answer.headers.location ?? "").searchParams;
};

/** Exchanges a code. */
export const exchangeCode = (
  code: string,
  clientId: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<RouteAnswer> =>
  sendForm(issueAgentTokens, {
    ...{ grant_type: "authorization_code", code, client_id: clientId, redirect_uri: redirectUri },
    ...{ code_verifier: codeVerifier, resource },
    ...fields,
  });

export const refreshTokens = (
  refreshToken: string,
  clientId: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<RouteAnswer> =>
  sendForm(issueAgentTokens, {
    ...{ grant_type: "refresh_token", refresh_token: refreshToken, client_id: clientId },
    ...fields,
  });

/** A client to which somebody has given access, with its tokens. */
export const connectedClient = async (username = "ada", scopes: readonly string[] = ["write"]) => {
  const clientId = await registered();
  const code = (await allowed(username, clientId, scopes)).get("code") ?? "";
  const { body } = await exchangeCode(code, clientId);
  return {
    clientId,
    code,
    accessToken: body.access_token as string,
    refreshToken: body.refresh_token as string,
  };
};

const message = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const revision = { "mcp-protocol-version": "2025-11-25" };

/** The status with which the address of agents answers a token. */
export const statusOfAgent = async (token: string): Promise<number> =>
  (await call(callTools, { as: token, headers: revision, body: message })).status;

/** The status with which another route answers it. */
export const statusElsewhere = async (token: string): Promise<number> =>
  (await call(whoAmI, { as: token })).status;
