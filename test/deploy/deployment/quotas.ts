import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { enoughConcurrency, rolesQuota } from "../../../stacks/documented-quotas.ts";
import { inputsOf } from "./resources.ts";
import { elsewhere, production, trial } from "./stages.ts";

describe("quotas", () => {
  const rolesOwn = (): string[] =>
    inputsOf(production, "aws:iam/role:Role").map(({ inlinePolicies = [] }) =>
      inlinePolicies.map(({ policy }: { policy: string }) => policy).join(""),
    );
  const maxPerApi = (type: string): number =>
    Math.max(
      ...[...Map.groupBy(inputsOf(production, type), ({ apiId }) => apiId)].map(([, { length }]) => length),
    );

  /** What a stage has of each kind, or the most that anything of it has. */
  const needed: Readonly<Record<string, () => number>> = {
    "routes of an HTTP API": () => maxPerApi("aws:apigatewayv2/route:Route"),
    "integrations of an HTTP API": () => maxPerApi("aws:apigatewayv2/integration:Integration"),
    "stages of an HTTP API": () => maxPerApi("aws:apigatewayv2/stage:Stage"),
    "HTTP APIs": () => inputsOf(production, "aws:apigatewayv2/api:Api").length,
    "IAM roles": () => inputsOf(production, "aws:iam/role:Role").length,
    "managed policies of a role": () =>
      Math.max(
        ...inputsOf(production, "aws:iam/role:Role").map(
          ({ managedPolicyArns }) => managedPolicyArns?.length ?? 0,
        ),
      ),
    "characters of a role's own policies": () => Math.max(...rolesOwn().map(({ length }) => length)),
    "CloudFront cache policies": () => inputsOf(production, "aws:cloudfront/cachePolicy:CachePolicy").length,
    "CloudFront origin request policies": () =>
      inputsOf(production, "aws:cloudfront/originRequestPolicy:OriginRequestPolicy").length,
    "CloudFront response headers policies": () =>
      inputsOf(production, "aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy").length,
    "CloudFront functions": () => inputsOf(production, "aws:cloudfront/function:Function").length,
    "CloudFront key groups": () => inputsOf(elsewhere, "aws:cloudfront/keyGroup:KeyGroup").length,
    "CloudFront public keys": () => inputsOf(elsewhere, "aws:cloudfront/publicKey:PublicKey").length,
    "CloudFront distributions": () => inputsOf(production, "aws:cloudfront/distribution:Distribution").length,
  };

  /** By its name: the default of AWS, and what docs/deploy.md says that a stage needs at most. */
  const documented = new Map(
    readFileSync("docs/deploy.md", "utf8")
      .split("\n")
      .map((line) => /^\| ([\w' ]+) \| ([\d,]+)[^|]* \| ([\d,]+)(:[^|]*)? \|$/.exec(line))
      .filter((row) => row !== null)
      .map(([, name = "", quota = "", most = ""]) => [
        name,
        [quota, most].map((text) => Number(text.replace(",", ""))),
      ]),
  );

  test.each(Object.entries(needed))("a stage needs no more %s than documented", (name, count) => {
    const [quota = 0, most = 0] = documented.get(name) ?? [];
    expect(count()).toBeGreaterThan(0);
    expect(count()).toBeLessThanOrEqual(most);
    const isPerAccount = /^(IAM|CloudFront|HTTP APIs)/.test(name);
    expect(isPerAccount ? 5 * most : most).toBeLessThanOrEqual(quota);
  });

  test("each API has room for eighty routes more than it needs", () => {
    const [quota] = documented.get("routes of an HTTP API")!;
    expect(quota! - needed["routes of an HTTP API"]!()).toBeGreaterThanOrEqual(80);
  });

  test("no row of the table is left uncompared, and the deployment warns by the same numbers", () => {
    expect([...documented.keys()].sort()).toEqual([...Object.keys(needed), "functions at a time"].sort());
    expect(documented.get("functions at a time")).toEqual([1_000, enoughConcurrency]);
    expect(documented.get("IAM roles")).toEqual([rolesQuota.perAccount, rolesQuota.perStage]);
  });

  test("an account with few functions at a time, or few roles left, is warned of", () => {
    expect(trial.warnings).toEqual([
      expect.stringMatching(/^This account runs 10 functions at a time/),
      expect.stringMatching(/^This account has room for 30 roles of 1,000/),
    ]);
  });
});
