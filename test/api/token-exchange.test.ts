// Proves contract rules: token-exchange, trusts, trusted-keys, exchanged-tokens.

import { createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import { SignJWT, UnsecuredJWT } from "jose";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { deleteUser } from "#lib/actions/people/users.ts";
import { clock } from "#lib/clock.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { listPostRevisions } from "#lib/routes/editor-history.ts";
import { createPost, readPost } from "#lib/routes/editor-posts.ts";
import { listOwnTokens } from "#lib/routes/editor-tokens.ts";
import { whoAmI } from "#lib/routes/editor-whoami.ts";
import { exchangeForToken } from "#lib/routes/token.ts";
import { useAddresses } from "#test/support/addresses.ts";
import { type CallOptions, call } from "#test/support/call.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { useClock } from "#test/support/clock.ts";
import { multipart } from "#test/support/form.ts";
import { sessionHeadersOf } from "#test/support/session.ts";
import { keyPair, publicJwk, signedToken, useIssuers } from "#test/support/stand-in-issuer.ts";
import { freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();
const later = useClock();
const addresses = useAddresses();
const issuers = useIssuers();

const audience = "https://notes.example";
const claims = { repository: "a/b", ref: "refs/heads/main" };
const key = keyPair("first");
const other = keyPair("second");

/** The issuer that most tests are about. */
let ci: string;

/** Makes these the trusts of the site; what is left out is usual. */
const trust = (...trusts: readonly object[]) =>
  applyManifest({
    version: 1,
    oidc: trusts.map((one) => ({ issuer: ci, audience, claims, user: "ada", ...one })),
  });

const usual = { scopes: ["write", "publish"], parents: ["/home/notes"] };

beforeAll(async () => {
  ci = issuers.add("ci", () => [key.jwk]);
  await trust(usual);
});

const seconds = () => Math.floor(clock.nowMs() / 1000);

const usualClaims = () => ({
  ...{ iss: ci, aud: audience, sub: "repo:a/b:ref:refs/heads/main", iat: seconds(), exp: seconds() + 300 },
  ...claims,
});

const tokenWith = (changes: object = {}, by = key, header = {}) =>
  signedToken({ ...usualClaims(), ...changes }, by, header);

const tokenExchange = "urn:ietf:params:oauth:grant-type:token-exchange";
const idToken = "urn:ietf:params:oauth:token-type:id_token";

const send = (body: unknown, type = "application/x-www-form-urlencoded", options: CallOptions<never> = {}) =>
  call(exchangeForToken, { ...options, body, headers: { "content-type": type, ...options.headers } });

const formOf = (subjectToken: string, more: Readonly<Record<string, string>> = {}) =>
  new URLSearchParams({
    ...{ grant_type: tokenExchange, subject_token: subjectToken, subject_token_type: idToken },
    ...more,
  }).toString();

const exchange = async (subjectToken: string | Promise<string>, more = {}) =>
  send(formOf(await subjectToken, more));

const secretFor = async (subjectToken: string | Promise<string>, more = {}): Promise<string> => {
  const { status, body } = await exchange(subjectToken, more);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.access_token;
};

const opens = async (secret: string) => (await call(whoAmI, { as: secret })).status === 200;

const wrongToken = {
  error: "invalid_request",
  error_description: "The request, or a token in it, is invalid.",
};

test("a trusted token becomes one of 15 minutes, that acts as the user within the trust's limits", async () => {
  const answer = await exchange(tokenWith());
  expect(answer.status).toBe(200);
  expect(answer.headers["cache-control"]).toContain("no-store");
  const { access_token: secret, ...rest } = answer.body;
  expect(secret).toMatch(/^lct_[0-9A-Za-z]{49}$/);
  expect(rest).toEqual({
    issued_token_type: "urn:ietf:params:oauth:token-type:access_token",
    token_type: "Bearer",
    expires_in: 900,
  });
  const name = "OIDC repo:a/b:ref:refs/heads/main";
  const { body: me } = await call(whoAmI, { as: secret });
  const expires_at = new Date(clock.nowMs() + 900_000).toISOString();
  expect(me).toMatchObject({
    ...{ user: { username: "ada" }, scopes: ["write", "publish"], token: { name, expires_at } },
    extensions: expect.arrayContaining(["token-exchange"]),
  });
  const create = (parent: number) =>
    call(createPost, { as: secret, body: { parent: { id: parent }, title: freshSlug(), overview: [] } });
  expect((await create(world.calls)).status).toBe(403);
  const { id } = (await create(world.notes)).body;
  const params = { id };
  expect((await call(readPost, { as: secret, params })).body.id).toBe(id);
  const [revision] = (await call(listPostRevisions, { as: "ada", params })).body.results;
  expect(revision).toMatchObject({ user: "ada", client: name });
  const own = await call(listOwnTokens, { headers: await sessionHeadersOf("ada") });
  expect(own.text).not.toContain("OIDC");
  later(899);
  expect(await opens(secret)).toBe(true);
  later(1);
  expect(await opens(secret)).toBe(false);
});

test("a token may be exchanged again while it is valid, and each time for another one", async () => {
  const token = await tokenWith();
  const secrets = [await secretFor(token), await secretFor(token)];
  expect(new Set(secrets).size).toBe(2);
  for (const secret of secrets) expect(await opens(secret)).toBe(true);
});

describe("a token is refused, in the same words,", () => {
  const publicKey = () => createPublicKey(key.privateKey).export({ format: "pem", type: "spki" });
  const unsigned = () => new UnsecuredJWT(usualClaims()).encode();
  const hmac = (secret: string | Buffer) =>
    new SignJWT(usualClaims()).setProtectedHeader({ alg: "HS256", kid: key.kid }).sign(Buffer.from(secret));
  const tampered = async () => {
    const [head, , signature] = (await tokenWith({ ref: "refs/heads/other" })).split(".");
    return [head, (await tokenWith()).split(".")[1], signature].join(".");
  };
  const cases: Readonly<Record<string, () => string | Promise<string>>> = {
    "of algorithm none": unsigned,
    "signed with the public key as a shared secret": () => hmac(publicKey()),
    "signed with the published key as a shared secret": () => hmac(JSON.stringify(key.jwk)),
    "signed by a key of its own that has the id of a trusted one": () =>
      tokenWith({}, { ...other, kid: key.kid }),
    "that brings its key along": () => tokenWith({}, other, { jwk: other.jwk, kid: key.kid }),
    "whose claims were changed": tampered,
    "of another issuer": () => tokenWith({ iss: "https://evil.example" }),
    "of the issuer with a slash": () => tokenWith({ iss: `${ci}/` }),
    "of a list of issuers": () => tokenWith({ iss: [ci] }),
    "without an issuer": () => tokenWith({ iss: undefined }),
    "for another audience": () => tokenWith({ aud: "https://notes.example/" }),
    "for a list of other audiences": () => tokenWith({ aud: ["https://a.example", "https://b.example"] }),
    "for nobody": () => tokenWith({ aud: undefined }),
    "for an empty list": () => tokenWith({ aud: [] }),
    "without an end": () => tokenWith({ exp: undefined }),
    "whose end is a text": () => tokenWith({ exp: String(seconds() + 300) }),
    "that has ended": () => tokenWith({ exp: seconds() - 60 }),
    "that has not begun": () => tokenWith({ nbf: seconds() + 61 }),
    "of a branch whose name begins alike": () => tokenWith({ ref: "refs/heads/main2" }),
    "of a branch with the beginning of the name": () => tokenWith({ ref: "refs/heads/mai" }),
    "of another spelling": () => tokenWith({ repository: "A/B" }),
    "with a list around the claim": () => tokenWith({ ref: ["refs/heads/main"] }),
    "with an object for the claim": () => tokenWith({ ref: { toString: "refs/heads/main" } }),
    "without a claim": () => tokenWith({ ref: undefined }),
    "with null for the claim": () => tokenWith({ ref: null }),
    "that is for signing out": () => tokenWith({}, key, { typ: "logout+jwt" }),
    "that is for access to something": () => tokenWith({}, key, { typ: "application/at+jwt" }),
    "whose type is no text": () => tokenWith({}, key, { typ: null as never }),
    "that is empty between its dots": () => "..",
    "of five parts": () => "a.b.c.d.e",
    "that is no token": () => "lct_0000000000000000000000000000000000000000000000000",
    "that is too long": async () => `${await tokenWith()}${"A".repeat(17_000)}`,
    "that needs an extension": () => {
      const head = { alg: "EdDSA", kid: key.kid, crit: ["x"], x: true };
      const text = [head, usualClaims()].map((part) =>
        Buffer.from(JSON.stringify(part)).toString("base64url"),
      );
      const signature = sign(null, Buffer.from(text.join(".")), key.privateKey);
      return [...text, signature.toString("base64url")].join(".");
    },
  };
  test.each(Object.entries(cases))("%s", async (_, make) => {
    using _log = captureLog();
    const { status, body } = await exchange(make());
    expect([status, body]).toEqual([400, wrongToken]);
  });
});

test("the log says why a rightly signed token is refused, and nothing of others", async () => {
  using log = captureLog();
  await exchange(tokenWith({ ref: "refs/heads/other", sub: "repo:a/b\n:x" }));
  await exchange(tokenWith({}, { ...other, kid: key.kid }));
  expect(log.lines).toEqual([
    expect.objectContaining({
      level: "warning",
      warning: 'A token of another service was refused: another "ref" is trusted.',
      subject: "repo:a/b:x",
      issuer: ci,
    }),
  ]);
});

test("a token may say that it is one, or say nothing of that", async () => {
  for (const typ of ["JWT", "jwt", "application/JWT"]) await secretFor(tokenWith({}, key, { typ }));
  await secretFor(tokenWith());
});

test("clocks may differ by a minute, and an audience may be one of several", async () => {
  await secretFor(tokenWith({ exp: seconds() - 59 }));
  await secretFor(tokenWith({ nbf: seconds() + 60 }));
  await secretFor(tokenWith({ aud: ["https://other.example", audience] }));
});

test("claims that are true, or an integer, equal their text", async () => {
  await trust({ claims: { protected: "true", run: "7" } });
  await secretFor(tokenWith({ protected: true, run: 7 }));
  await secretFor(tokenWith({ protected: "true", run: "7" }));
  using _log = captureLog();
  expect((await exchange(tokenWith({ protected: true, run: 7.5 }))).status).toBe(400);
  await trust(usual);
});

describe("a form", () => {
  const errorOf = async (answer: ReturnType<typeof send>) => {
    const { status, body, headers } = await answer;
    expect(headers["cache-control"]).toContain("no-store");
    expect(Object.keys(body)).toEqual(["error", "error_description"]);
    expect(body.error_description).toMatch(/^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/);
    return [status, body.error];
  };
  const invalid = [400, "invalid_request"];

  test("is the only body that is taken", async () => {
    const fields = Object.fromEntries(new URLSearchParams(formOf(await tokenWith())));
    expect(await errorOf(send(JSON.stringify(fields), "application/json"))).toEqual(invalid);
    expect(await errorOf(send(formOf("x"), "text/plain"))).toEqual(invalid);
    const { body, headers } = await multipart(fields);
    expect(await errorOf(send(body, headers["content-type"]))).toEqual(invalid);
    expect(await errorOf(send(""))).toEqual(invalid);
    expect(await errorOf(send(`${formOf("x")}&x=%ff`))).toEqual(invalid);
    expect(await errorOf(send(`${formOf("x")}&x=${"x".repeat(70_000)}`))).toEqual(invalid);
    expect(
      (await send(formOf(await tokenWith()), "Application/X-WWW-Form-URLEncoded; charset=UTF-8")).status,
    ).toBe(200);
  });

  test("says what is wanted, once each, and may say what means nothing", async () => {
    const token = await tokenWith();
    const form = formOf(token);
    for (const name of ["grant_type", "subject_token", "subject_token_type"]) {
      const without = new URLSearchParams(form);
      without.delete(name);
      expect(await errorOf(send(without.toString()))).toEqual(invalid);
      expect(await errorOf(send(`${form}&${name}=`))).toEqual(invalid);
      expect(
        await errorOf(send(`${form}&${name}=${encodeURIComponent(new URLSearchParams(form).get(name)!)}`)),
      ).toEqual(invalid);
    }
    expect(await errorOf(exchange(token, { grant_type: "client_credentials" }))).toEqual([
      400,
      "unsupported_grant_type",
    ]);
    expect(
      await errorOf(exchange(token, { subject_token_type: "urn:ietf:params:oauth:token-type:saml2" })),
    ).toEqual(invalid);
    expect(await errorOf(exchange(token, { requested_token_type: idToken }))).toEqual(invalid);
    expect(await errorOf(exchange(token, { actor_token: "x" }))).toEqual(invalid);
    const more = {
      requested_token_type: "urn:ietf:params:oauth:token-type:access_token",
      unknown: "x",
      scope: "",
      actor_token: "",
    };
    expect((await send(`${formOf(token, more)}&audience=a&audience=b&resource=c`)).status).toBe(200);
  });

  test("of another site's page is refused, and so is a token of ours that is wrong", async () => {
    const form = formOf(await tokenWith());
    const foreign = { headers: { origin: "https://evil.example" } };
    expect(await errorOf(send(form, undefined, foreign))).toEqual([403, "invalid_request"]);
    expect(await errorOf(send(form, undefined, { as: "made-up" }))).toEqual([401, "invalid_client"]);
  });

  test("may ask for less than the trust gives, never for more", async () => {
    const secret = await secretFor(tokenWith(), { scope: "publish publish" });
    expect((await call(whoAmI, { as: secret })).body.scopes).toEqual(["publish"]);
    expect(await errorOf(exchange(tokenWith(), { scope: "publish delete" }))).toEqual([400, "invalid_scope"]);
  });
});

test("without scopes a trust gives write only; the first trust that fits, and gives the scopes, counts", async () => {
  await trust({ claims: { repository: "a/b" } }, { ...usual, user: "su" });
  const me = async (more = {}) => (await call(whoAmI, { as: await secretFor(tokenWith(), more) })).body;
  expect(await me()).toMatchObject({ user: { username: "ada" }, scopes: ["write"] });
  expect(await me({ scope: "publish" })).toMatchObject({ user: { username: "su" }, scopes: ["publish"] });
  await trust(usual);
});

describe("a token that was issued ends at the next request", () => {
  test("when its trust goes or changes, not when others do", async () => {
    const secret = await secretFor(tokenWith());
    await trust({ claims: { repository: "c/d" } }, usual);
    expect(await opens(secret)).toBe(true);
    await trust({ ...usual, scopes: ["write"] });
    expect(await opens(secret)).toBe(false);
    await trust(usual);
    expect(await opens(secret)).toBe(false);
    const next = await secretFor(tokenWith());
    await trust();
    expect(await opens(next)).toBe(false);
    expect((await exchange(tokenWith())).body).toEqual(wrongToken);
    await trust(usual);
  });

  test("when its user goes, or is not active", async () => {
    await applyManifest({ version: 1, users: [{ username: "robot", groups: ["Editors"] }] });
    await trust({ ...usual, user: "robot" });
    const secret = await secretFor(tokenWith());
    const setActive = (active: boolean) =>
      applyManifest({ version: 1, users: [{ username: "robot", groups: ["Editors"], active }] });
    await setActive(false);
    using _log = captureLog();
    expect(await opens(secret)).toBe(false);
    expect((await exchange(tokenWith())).body).toEqual(wrongToken);
    await setActive(true);
    expect(await opens(secret)).toBe(true);
    await deleteUser("robot", () => true);
    expect(await opens(secret)).toBe(false);
    expect((await exchange(tokenWith())).body).toEqual(wrongToken);
    await trust(usual);
  });
});

describe("an issuer's keys", () => {
  const both = ["/.well-known/openid-configuration", "/keys"];

  /** A token of an issuer that is trusted alone. */
  const tokenOf = (issuer: string, by = key) => tokenWith({ iss: issuer }, by);

  test("are asked for once by all that come at the same time, and kept for ten minutes", async () => {
    let keys = [key.jwk];
    const issuer = issuers.add("kept", () => keys);
    await trust({ issuer });
    issuers.asked("kept");
    await Promise.all(Array.from({ length: 8 }, () => secretFor(tokenOf(issuer))));
    expect(issuers.asked("kept")).toEqual(both);
    keys = [other.jwk];
    later(599);
    await secretFor(tokenOf(issuer));
    expect(issuers.asked("kept")).toEqual([]);
    later(1);
    expect((await exchange(tokenOf(issuer))).status).toBe(400);
    expect(issuers.asked("kept")).toEqual(both);
  });

  test("are asked for again when a key is new, once a minute", async () => {
    let keys = [key.jwk];
    const issuer = issuers.add("rotating", () => keys);
    await trust({ issuer });
    await secretFor(tokenOf(issuer));
    issuers.asked("rotating");
    const unknown = async (name: string) => (await exchange(tokenOf(issuer, keyPair(name)))).body;
    expect(await unknown("x")).toEqual(wrongToken);
    expect(issuers.asked("rotating")).toEqual([]);
    later(60);
    for (const name of ["x", "y", "z"]) expect(await unknown(name)).toEqual(wrongToken);
    expect(issuers.asked("rotating")).toEqual(both);
    keys = [key.jwk, other.jwk];
    later(59);
    expect((await exchange(tokenOf(issuer, other))).status).toBe(400);
    later(1);
    await secretFor(tokenOf(issuer, other));
    expect(issuers.asked("rotating")).toEqual(both);
  });

  test("of RSA and of elliptic curves sign as well", async () => {
    const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
    const curve = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
    const issuer = issuers.add(
      "kinds",
      () =>
        [
          ...[publicJwk(rsa, "rsa"), publicJwk(curve, "curve")],
          ...[null, "x", { kty: "oct", k: "AAAA", kid: "shared" }, { kty: "RSA", kid: "broken" }],
        ] as object[],
    );
    await trust({ issuer });
    const signed = (privateKey: typeof rsa, kid: string, alg: string) =>
      signedToken({ ...usualClaims(), iss: issuer }, { kid, privateKey }, { alg });
    await secretFor(signed(rsa, "rsa", "RS256"));
    await secretFor(signed(curve, "curve", "ES256"));
    for (const kid of ["shared", "broken"])
      expect((await exchange(signed(rsa, kid, "RS256"))).body).toEqual(wrongToken);
  });

  test("are all tried for a token that does not name its key", async () => {
    const broken = { kty: "OKP", crv: "Ed25519", x: "AA" };
    await trust({ jwks: { keys: [broken, other.jwk, key.jwk] } });
    const unnamed = (by: typeof key) => tokenWith({}, by, { kid: undefined });
    await secretFor(unnamed(key));
    await secretFor(unnamed(other));
    for (const token of [unnamed(keyPair("third")), tokenWith({}, key, { kid: "second" })])
      expect((await exchange(token)).body).toEqual(wrongToken);
    using log = captureLog();
    expect((await exchange(tokenWith({ ref: "x" }, key, { kid: undefined }))).body).toEqual(wrongToken);
    expect(log.lines).toEqual([
      expect.objectContaining({ warning: expect.stringContaining('another "ref"') }),
    ]);
  });

  test("of a file need no issuer that answers, and no other keys count for their trust", async () => {
    const issuer = issuers.add("filed", () => [other.jwk]);
    await trust({ issuer, jwks: { keys: [key.jwk] } }, { issuer, claims: { repository: "c/d" } });
    await trust({ issuer, jwks: { keys: [key.jwk] } });
    await secretFor(tokenOf(issuer));
    expect((await exchange(tokenOf(issuer, other))).body).toEqual(wrongToken);
    expect(issuers.asked("filed")).toEqual([]);
    await trust({ issuer, jwks: { keys: [key.jwk] } }, { issuer, claims: { repository: "c/d" } });
    using _log = captureLog();
    expect((await exchange(tokenOf(issuer, other))).body).toEqual(wrongToken);
    expect(
      (await exchange(signedToken({ ...usualClaims(), iss: issuer, repository: "c/d" }, other))).status,
    ).toBe(200);
  });
});

describe("an issuer is unavailable, which is 503,", () => {
  const elsewhere = (name: string) => `${issuers.origin()}/${name}/keys`.replace("127.0.0.1", "localhost");
  const cases: Readonly<Record<string, (name: string) => string>> = {
    "that answers 500": (name) =>
      issuers.answerWith(name, (_, response) => response.writeHead(500).end("{}")),
    "that redirects to one that answers": (name) => {
      issuers.add(`${name}2`, () => [key.jwk]);
      return issuers.answerWith(name, ({ url }, response) =>
        response.writeHead(302, { location: url!.replace(name, `${name}2`) }).end(),
      );
    },
    "that has the document of another issuer": (name) => issuers.add(name, () => [key.jwk], { issuer: ci }),
    "that has its own name with a slash in its document": (name) =>
      issuers.add(name, () => [key.jwk], { issuer: `${issuers.origin()}/${name}/` }),
    "whose keys are on another host": (name) =>
      issuers.add(name, () => [key.jwk], { jwks_uri: elsewhere(name) }),
    "whose keys are a local file": (name) =>
      issuers.add(name, () => [key.jwk], { jwks_uri: "file:///etc/passwd" }),
    "that names no keys": (name) => issuers.add(name, () => [key.jwk], { jwks_uri: 7 }),
    "that answers no JSON": (name) => issuers.answerWith(name, (_, response) => response.end("<html>")),
    "that answers null": (name) => issuers.answerWith(name, (_, response) => response.end("null")),
    "whose keys are no list": (name) => issuers.add(name, () => ({ length: 1 }) as never),
    "whose keys are very many": (name) =>
      issuers.add(name, () =>
        Array.from({ length: 5_000 }, (_, index) => ({ ...key.jwk, kid: `key ${index}` })),
      ),
    "that hangs up": (name) => issuers.answerWith(name, ({ socket }) => socket.destroy()),
  };
  test.each(Object.entries(cases))("%s", async (_, add) => {
    const issuer = add(freshSlug());
    await trust({ issuer });
    const { status, body, headers } = await exchange(tokenWith({ iss: issuer }));
    expect([status, body.error, headers["retry-after"]]).toEqual([503, "temporarily_unavailable", "5"]);
  });

  test("that does not answer in time", async () => {
    const issuer = issuers.add("silent", () => [key.jwk]);
    await trust({ issuer });
    const giveUp = vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
    expect((await exchange(tokenWith({ iss: issuer }))).status).toBe(503);
    expect(giveUp).toHaveBeenCalledWith(5_000);
    giveUp.mockRestore();
    issuers.asked("silent");
    later(4);
    expect((await exchange(tokenWith({ iss: issuer }))).status).toBe(503);
    expect(issuers.asked("silent")).toEqual([]);
    later(1);
    await secretFor(tokenWith({ iss: issuer }));
  });

  test("on a private address, unless the setting allows those", async () => {
    const issuer = issuers.add("private", () => [key.jwk]);
    await trust({ issuer });
    process.env.SITE_ALLOW_PRIVATE_ADDRESSES = "false";
    expect((await exchange(tokenWith({ iss: issuer }))).status).toBe(503);
    expect(issuers.asked("private")).toEqual([]);
    process.env.SITE_ALLOW_PRIVATE_ADDRESSES = "true";
  });

  test("but who is not trusted, is not asked", async () => {
    const issuer = issuers.add("stranger", () => [key.jwk]);
    expect((await exchange(tokenWith({ iss: issuer }))).body).toEqual(wrongToken);
    expect(issuers.asked("stranger")).toEqual([]);
  });
});

test("an address exchanges 120 tokens a minute, whatever they are, and others go on", async () => {
  const from = (address: string) => send(formOf("not-a-token"), undefined, { headers: addresses(address) });
  await Promise.all(Array.from({ length: 120 }, () => from("198.51.100.40")));
  const { status, body, headers } = await from("198.51.100.40");
  expect([status, body.error, body.error_description]).toEqual([
    429,
    "invalid_request",
    expect.stringMatching(/^There were too many exchanges from your address; try again in \d+ seconds\.$/),
  ]);
  expect(Number(headers["retry-after"])).toBeLessThanOrEqual(60);
  expect((await from("198.51.100.41")).status).toBe(400);
  later(60);
  expect((await from("198.51.100.40")).status).toBe(400);
});

test("where a deployment limits all exchanges, refused addresses use up no turns of others", async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("DERIVATIONS_PER_SECOND", "13");
  // A new window of ten seconds, and of a minute.
  later(60 - ((clock.nowMs() / 1_000) % 60));
  const from = async (address: string) =>
    (await send(formOf("not-a-token"), undefined, { headers: addresses(address) })).status;
  const flood = await Promise.all(Array.from({ length: 150 }, () => from("198.51.100.50")));
  expect(flood.filter((status) => status === 400)).toHaveLength(120);
  const others = await Promise.all(Array.from({ length: 10 }, (_, each) => from(`198.51.100.${60 + each}`)));
  expect(others).toEqual(others.map(() => 400));
  expect(await from("198.51.100.80")).toBe(429);
});
