// Proves contract rules: hosts.

import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { afterEach, describe, expect, test } from "vitest";
import { requestFrom } from "#lib/http/request.ts";
import { refusals } from "#lib/refusals/catalogue.ts";
import { ownHosts } from "#local/gateway/hosts.ts";
import { capturingGateway, rawRequest, sendRaw } from "#test/support/capture.ts";

const proxySecret = "a heron that nobody else has ever seen";

afterEach(() => {
  delete process.env.TRUST_FORWARDED_HOST;
  delete process.env.PROXY_SECRET;
});

describe("a service's own hosts", () => {
  const isOwn = (host: string, { name = "", localAddress = "127.0.0.1", baseUrl = "" }) =>
    ownHosts({
      host,
      allowed: ["notes.example.org", "*.marsh.example", "[2001:db8::7]"],
      readBaseUrl: async () => baseUrl || null,
    })(name, localAddress);

  test.each([
    ["localhost", true],
    ["api.localhost", true],
    ["127.0.0.1", true],
    ["127.9.8.7", true],
    ["[::1]", true],
    ["notes.example.org", true],
    ["deep.notes.example.org", false],
    ["reed.marsh.example", true],
    ["deep.reed.marsh.example", true],
    ["marsh.example", false],
    ["evilmarsh.example", false],
    ["[2001:db8::7]", true],
    ["evil.example", false],
    ["localhost.evil.example", false],
    ["127.0.0.1.evil.example", false],
    ["192.0.2.7", false],
    ["0.0.0.0", false],
  ])("%s: %s", async (name, expected) => {
    expect(await isOwn("127.0.0.1", { name })).toBe(expected);
  });

  test.each([
    ["the name that it listens on", "marsh.lan", { name: "marsh.lan" }, true],
    ["the address that it listens on", "fd00::7", { name: "[fd00::7]" }, true],
    [
      "the address that was connected to, where it listens on all",
      "0.0.0.0",
      { name: "192.0.2.7", localAddress: "::ffff:192.0.2.7" },
      true,
    ],
    [
      "another address than the one that was connected to",
      "0.0.0.0",
      { name: "192.0.2.8", localAddress: "192.0.2.7" },
      false,
    ],
    ["the host of base_url", "::1", { name: "notes.example", baseUrl: "https://notes.example:8443" }, true],
    ["another than that of base_url", "::1", { name: "a.example", baseUrl: "https://notes.example" }, false],
  ])("%s", async (_, host, asked, expected) => {
    expect(await isOwn(host, asked)).toBe(expected);
  });
});

const refusal = { status: 400, body: { detail: refusals.foreign_host.text } };

const answerTo = async (url: string, ...headers: string[]) => {
  const answer = await sendRaw(url, rawRequest(["GET /api/ HTTP/1.1", "Connection: close", ...headers]));
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), body: body && JSON.parse(body) };
};

const oursOnly = { isOwnHost: (name: string) => name === "ours.example" };

describe("the gateway", () => {
  test.each([
    ["two of them", ["Host: ours.example", "Host: ours.example"]],
    ["a foreign one", ["Host: evil.example"]],
    ["a path in it", ["Host: ours.example/a"]],
    ["a user in it", ["Host: ours.example@evil.example"]],
    ["two names in it", ["Host: ours.example, evil.example"]],
    ["a blank in it", ["Host: ours.example evil.example"]],
    ["a port that is none", ["Host: ours.example:http"]],
    ["a scheme in it", ["Host: http://ours.example"]],
  ])("refuses requests with %s", async (_, headers) => {
    await using gateway = await capturingGateway(oursOnly);
    expect(await answerTo(gateway.url, ...headers)).toEqual(refusal);
    expect(gateway.events).toEqual([]);
  });

  test.each([
    ["another host than Host", "http://evil.example/api/", 400],
    ["another port than Host", "http://ours.example:1/api/", 400],
    ["a user before the host", "http://me@ours.example/api/", 400],
    ["the same host as Host", "http://OURS.example/api/", 204],
  ])("judges a target with %s (%s)", async (_, target, status) => {
    await using gateway = await capturingGateway(oursOnly);
    const lines = [`GET ${target} HTTP/1.1`, "Host: ours.example", "Connection: close"];
    const answer = await sendRaw(gateway.url, rawRequest(lines));
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  test.each(["ours.example", "OURS.example:8000", "ours.example."])("takes the host %s", async (host) => {
    await using gateway = await capturingGateway(oursOnly);
    expect((await answerTo(gateway.url, `Host: ${host}`)).status).toBe(204);
  });

  test.each<[string, number, object, string[]]>([
    ["does not look at it where no proxy is trusted", 400, {}, ["X-Forwarded-Host: ours.example"]],
    ["goes by it", 204, { TRUST_FORWARDED_HOST: "true" }, ["X-Forwarded-Host: ours.example"]],
    ["refuses a foreign one", 400, { TRUST_FORWARDED_HOST: "true" }, ["X-Forwarded-Host: evil.example"]],
    [
      "refuses two of them",
      400,
      { TRUST_FORWARDED_HOST: "true" },
      ["X-Forwarded-Host: ours.example", "X-Forwarded-Host: ours.example"],
    ],
    [
      "does not believe a proxy without the secret",
      400,
      { TRUST_FORWARDED_HOST: "true", PROXY_SECRET: proxySecret },
      ["X-Forwarded-Host: ours.example"],
    ],
    [
      "believes the one that has it",
      204,
      { TRUST_FORWARDED_HOST: "true", PROXY_SECRET: proxySecret },
      ["X-Forwarded-Host: ours.example", `X-Proxy-Secret: ${proxySecret}`],
    ],
  ])("with a host that a proxy forwards %s", async (_, status, variables, headers) => {
    Object.assign(process.env, variables);
    await using gateway = await capturingGateway(oursOnly);
    expect((await answerTo(gateway.url, "Host: upstream", ...headers)).status).toBe(status);
  });
});

describe("a function on AWS", () => {
  const originOf = (headers: Record<string, string>) =>
    requestFrom({
      rawPath: "/api",
      rawQueryString: "",
      headers: { host: "abc.execute-api.example", ...headers },
      requestContext: { http: { method: "GET", sourceIp: "192.0.2.1" }, requestId: "1" },
    } as unknown as APIGatewayProxyEventV2).origin;

  test("takes the visitor's host from its own CloudFront only", () => {
    Object.assign(process.env, { TRUST_FORWARDED_HOST: "true", PROXY_SECRET: proxySecret });
    const told = { "x-forwarded-host": "notes.example" };
    expect(originOf({ ...told, "x-proxy-secret": proxySecret })).toBe("https://notes.example");
    expect(originOf({ ...told, "x-proxy-secret": "egret" })).toBe("https://abc.execute-api.example");
    expect(originOf(told)).toBe("https://abc.execute-api.example");
  });
});
