import { expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { whoAmI } from "#lib/routes/editor-whoami.ts";
import { exchangeForToken } from "#lib/routes/token.ts";
import { call } from "#test/support/call.ts";
import { keyPair, signedToken, useIssuers } from "#test/support/stand-in-issuer.ts";
import { useWorld } from "#test/support/world.ts";

useWorld();
const issuers = useIssuers();

test("a token of an issuer that the site trusts is exchanged for one of the service", async () => {
  const key = keyPair("first");
  const iss = issuers.add("ci", () => [key.jwk]);
  const [aud, claims] = ["https://notes.example", { repository: "a/b" }];
  const trust = {
    issuer: iss,
    audience: aud,
    claims,
    user: "ada",
    scopes: ["write"],
    parents: ["/home/notes"],
  };
  await applyManifest({ version: 1, oidc: [trust] });
  const iat = Math.floor(Date.now() / 1_000);
  const subject = await signedToken({ iss, aud, sub: "repo:a/b", iat, exp: iat + 300, ...claims }, key);
  const body = new URLSearchParams({
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    subject_token: subject,
    subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
  }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const exchanged = await call(exchangeForToken, { headers, body });
  expect(exchanged.status).toBe(200);
  // Not by `call`: the release before, whose functions pass this test, too, says less of a caller.
  const response = await fetch(process.env.LAMBDA_URL + whoAmI.path, {
    headers: { authorization: `Bearer ${exchanged.body.access_token}` },
  });
  const { user } = (await response.json()) as { user: { username: string } };
  expect([response.status, user.username]).toEqual([200, "ada"]);
});
