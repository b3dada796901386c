// Proves contract rules: cross-origin.

import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { useServedFiles } from "#test/support/served-files.ts";
import { begin } from "#test/support/uploads.ts";
import { useWorld } from "#test/support/world.ts";

useWorld();
const service = useServedFiles();

const app = "https://app.example";

beforeEach(() => vi.stubEnv("SITE_CORS_ORIGINS", JSON.stringify([app, "http://localhost:5173"])));
afterEach(() => vi.unstubAllEnvs());

const ask = (path: string, init: RequestInit = {}, origin: string = app) =>
  fetch(`${service.url}${path}`, { ...init, headers: { origin, ...init.headers } });

const preflight = (path: string, method: string, origin?: string) =>
  ask(path, { method: "OPTIONS", headers: { "access-control-request-method": method } }, origin);

const shown = ({ headers }: Response) =>
  ["allow-origin", "expose-headers", "allow-methods", "allow-headers", "allow-credentials"].map((name) =>
    headers.get(`access-control-${name}`),
  );

const list = "/api/cms/pages/";

describe("a page of an allowed origin", () => {
  test("reads answers and refusals, each of which names it", async () => {
    const answers = [
      await ask(list),
      await ask("/api/editor/parents/"),
      await ask("/api/editor/parents/", { headers: { authorization: "Bearer ada" } }),
      await ask("/api/nowhere/"),
      // Refused by the gateway, before any function.
      await ask("/api/token/", { method: "POST", body: new Uint8Array(2_000_000) }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 200, 404, 400]);
    for (const answer of answers) {
      expect(shown(answer)).toEqual([app, "*", null, null, null]);
      expect(answer.headers.get("vary")).toMatch(/\bOrigin\b/);
    }
  });

  test("is told what it may send, without being signed in", async () => {
    for (const [path, methods] of [
      [list, "GET, HEAD, OPTIONS"],
      ["/api/editor/posts/", "GET, POST, HEAD, OPTIONS"],
      ["/api/editor/posts/4/", "GET, PATCH, HEAD, OPTIONS"],
    ] as const) {
      const answer = await preflight(path, "GET");
      expect([answer.status, await answer.text()]).toEqual([204, ""]);
      expect(shown(answer)).toEqual([app, "*", methods, "Authorization, *", null]);
      expect(answer.headers.get("access-control-max-age")).toBe("7200");
    }
  });

  test("sends the parts of an upload", async () => {
    const { id } = await begin(3);
    const sha256 = createHash("sha256").update("abc").digest("hex");
    const presigned = await ask(`/api/editor/uploads/${id}/parts/`, {
      method: "POST",
      headers: { authorization: "Bearer ada", "content-type": "application/json" },
      body: JSON.stringify({ parts: [{ number: 1, sha256 }] }),
    });
    const [{ url, method, headers }] = (await presigned.json()).parts;
    const path = url.replace(service.url, "");
    const answer = await preflight(path, "PUT");
    expect([answer.status, ...shown(answer)]).toEqual([
      204,
      app,
      "*",
      "GET, HEAD, PUT",
      "Authorization, *",
      null,
    ]);
    const sent = await ask(path, { method, headers, body: "abc" });
    expect([sent.status, ...shown(sent)]).toEqual([200, app, "*", null, null, null]);
  });
});

describe("a page of another origin", () => {
  test.each(["https://elsewhere.example", "http://app.example", "https://app.example:444", "null"])(
    "%s is told nothing",
    async (origin) => {
      const answer = await ask(list, {}, origin);
      expect([answer.status, ...shown(answer)]).toEqual([200, null, null, null, null, null]);
      expect(answer.headers.get("vary")).toMatch(/\bOrigin\b/);
      expect(shown(await preflight(list, "GET", origin))).toEqual([null, null, null, null, null]);
    },
  );

  test("is any page, outside of the API and uploads", async () => {
    for (const path of ["/", "/accounts/login/", "/robots.txt"])
      expect(shown(await ask(path))).toEqual([null, null, null, null, null]);
  });
});

test("an asterisk allows all pages, and answers are the same for each", async () => {
  vi.stubEnv("SITE_CORS_ORIGINS", '["*"]');
  const answer = await ask(list, {}, "https://elsewhere.example");
  expect(shown(answer)).toEqual(["*", "*", null, null, null]);
  expect(answer.headers.get("vary")).not.toMatch(/\bOrigin\b/);
  expect((await preflight(list, "GET", "https://elsewhere.example")).status).toBe(204);
});

test("without the setting, answers say nothing of origins", async () => {
  vi.stubEnv("SITE_CORS_ORIGINS", "");
  const answer = await ask(list);
  expect(shown(answer)).toEqual([null, null, null, null, null]);
  expect(answer.headers.get("vary")).not.toMatch(/\bOrigin\b/);
  expect((await preflight(list, "GET")).status).toBe(200);
});
