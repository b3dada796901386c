// Proves contract rules: agent-registration, agent-tokens.

import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { endAgentToken } from "#lib/routes/agent-access.ts";
import { showConsent } from "#lib/routes/agent-pages.ts";
import {
  allowed,
  asking,
  consentPageFor,
  exchangeCode,
  redirectUri,
  refreshTokens,
  sendForm,
  statusOfAgent,
  useAgentWorld,
} from "#test/support/agent-sign-in.ts";
import { call } from "#test/support/call.ts";
import { overtaken } from "#test/support/interleaving.ts";
import { textIn } from "#test/support/site-pages.ts";

const { pass } = useAgentWorld();

/** A host of assistants: what its paths answer, and who has asked. */
const answers = new Map<
  string,
  (request: IncomingMessage) => { status?: number; body: unknown; location?: string }
>();
const asked: string[] = [];
const host = createServer((request, response) => {
  asked.push(request.url ?? "");
  const {
    status = 200,
    body,
    location,
  } = answers.get(request.url ?? "")?.(request) ?? { status: 404, body: {} };
  response.writeHead(status, { "content-type": "application/json", ...(location && { location }) });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
});
let origin: string;
let made = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
});
afterAll(() => {
  host.close();
  delete process.env.SITE_ALLOW_PRIVATE_ADDRESSES;
});
beforeEach(() => {
  process.env.SITE_ALLOW_PRIVATE_ADDRESSES = "true";
  asked.length = 0;
});

/** A client that is described at a new address, with these members. */
const described = (members: object = {}, answer: object = {}): string => {
  const id = `${origin}/clients/${++made}.json`;
  const body = { client_id: id, client_name: "Claude", redirect_uris: [redirectUri], ...members };
  answers.set(new URL(id).pathname, () => ({ body, ...answer }));
  return id;
};

const pageFor = (id: string, fields: Record<string, string> = {}) =>
  consentPageFor("ada", asking(id, fields));

test("a client that has not registered gets access by the address of its description", async () => {
  const id = described();
  const page = await pageFor(id);
  expect(page.status).toBe(200);
  const text = textIn(page.text);
  expect(text).toContain("A program that calls itself Claude");
  expect(text).toContain(`and the program is described at ${new URL(origin).host}`);
  const code = (await allowed("ada", id)).get("code") ?? "";
  const { status, body } = await exchangeCode(code, id);
  expect([status, await statusOfAgent(body.access_token)]).toEqual([200, 200]);
});

test("its description is fetched once in five minutes", async () => {
  const id = described();
  for (const seconds of [0, 299]) {
    pass(seconds);
    expect((await pageFor(id)).status).toBe(200);
  }
  expect(asked).toHaveLength(1);
  pass(2);
  await pageFor(id);
  expect(asked).toHaveLength(2);
});

test("nothing is fetched for somebody who is not signed in, or has no access to give", async () => {
  expect((await call(showConsent, { query: asking(described()) })).status).toBe(302);
  expect((await consentPageFor("ed", asking(described()))).status).toBe(403);
  expect(asked).toEqual([]);
});

describe("a description is refused on a page", () => {
  test.each<[string, () => string, string]>([
    [
      "of another client",
      () => described({ client_id: "https://other.example/client.json" }),
      "another client",
    ],
    ["without redirect addresses", () => described({ redirect_uris: undefined }), "none of its own"],
    ["with addresses that are none", () => described({ redirect_uris: ["ftp://x", 7] }), "none of its own"],
    ["that is no JSON", () => described({}, { body: "<html>" }), "no such document"],
    ["that is a list", () => described({}, { body: [1] }), "cannot be used"],
    ["that is not there", () => `${origin}/missing.json`, "no such document"],
    [
      "that leads elsewhere",
      () => described({}, { status: 302, location: "/clients/1.json" }),
      "no such document",
    ],
    ["that is larger than 64 KB", () => described({ padding: "x".repeat(70_000) }), "no such document"],
    ["at an address without a path", () => `${origin}/`, "not written as that of a document"],
    ["at an address that is written otherwise", () => `${origin}/a/../clients/1.json`, "not written"],
    ["at an address with a user name", () => `${origin.replace("//", "//ada@")}/x.json`, "user name"],
  ])("%s", async (_, id, reason) => {
    const page = await pageFor(id());
    expect([page.status, textIn(page.text)]).toEqual([400, expect.stringContaining(reason)]);
  });

  test("and is fetched from the internet only", async () => {
    const id = described();
    delete process.env.SITE_ALLOW_PRIVATE_ADDRESSES;
    for (const each of [
      id,
      id.replace("http:", "https:"),
      "https://localhost/client.json",
      "https://169.254.169.254/x",
    ])
      expect((await pageFor(each)).status).toBe(400);
    expect(asked).toEqual([]);
  });
});

describe("without a registration that changes with its grants", () => {
  const invalidGrant = [400, "invalid_grant"];

  test("a code that is used twice at the same time ends what it gave", async () => {
    const id = described();
    const code = (await allowed("ada", id)).get("code") ?? "";
    const { slow, fast } = await overtaken(
      () => exchangeCode(code, id),
      () => exchangeCode(code, id),
    );
    expect([fast.status, slow.status, slow.body.error]).toEqual([200, ...invalidGrant]);
    expect(await statusOfAgent(fast.body.access_token)).toBe(401);
  });

  test("a refresh token that is used twice at the same time ends all", async () => {
    const id = described();
    const { body } = await exchangeCode((await allowed("ada", id)).get("code") ?? "", id);
    const { slow, fast } = await overtaken(
      () => refreshTokens(body.refresh_token, id),
      () => refreshTokens(body.refresh_token, id),
    );
    expect([fast.status, slow.status, slow.body.error]).toEqual([200, ...invalidGrant]);
    for (const token of [body.access_token, fast.body.access_token])
      expect(await statusOfAgent(token)).toBe(401);
  });

  test("an end that is overtaken by a refresh ends what that gave, too", async () => {
    const id = described();
    const { body } = await exchangeCode((await allowed("ada", id)).get("code") ?? "", id);
    const { slow, fast } = await overtaken(
      () => sendForm(endAgentToken, { token: body.access_token }),
      () => refreshTokens(body.refresh_token, id),
    );
    expect([fast.status, slow.status]).toEqual([200, 200]);
    for (const token of [body.access_token, fast.body.access_token])
      expect(await statusOfAgent(token)).toBe(401);
    expect((await refreshTokens(fast.body.refresh_token, id)).body.error).toBe("invalid_grant");
  });
});

test("addresses of other services in a description do not matter", async () => {
  const id = described({ redirect_uris: ["cursor://callback", redirectUri] });
  expect((await pageFor(id)).status).toBe(200);
});
