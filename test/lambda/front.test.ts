import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { uploadImage } from "#lib/routes/editor-media.ts";
import { pathOfKeys } from "#lib/routes/route-finder.ts";
import { useWorld } from "#test/support/world.ts";

useWorld();

const { LAMBDA_URL: url } = process.env;

test("what is at no route's path is refused by the service, and not by the gateway", async () => {
  const response = await fetch(`${url}/api/nowhere/at/all/`);
  expect([response.status, response.headers.get("content-type")]).toEqual([404, "application/json"]);
});

test("a path that cannot be decoded is refused by the gateway, and an encoded slash is a slash", async () => {
  const statuses = ["/api/%E0%A4%A/", "/api%2Fthemes/"].map(async (path) => (await fetch(url + path)).status);
  expect(await Promise.all(statuses)).toEqual([400, 200]);
});

test.each([7, 11])("a body of %i MB is too large, and no function fails of it", async (megabytes) => {
  const body = new Uint8Array(megabytes * 1_024 * 1_024);
  const headers = { authorization: "Bearer ada", "content-type": "application/octet-stream" };
  const response = await fetch(url + uploadImage.path, { method: "POST", headers, body });
  expect(response.status).toBe(413);
});

test("the API's own address, without CloudFront's secret, is refused", async () => {
  const address = "https://apiapi.execute-api.eu-central-1.amazonaws.com";
  const response = await fetch(address + pathOfKeys("/api/themes/"));
  expect(response.status).toBe(403);
});

test("the admin is in the bucket: a page for all addresses, files to keep, and sign-in for strangers", async () => {
  const get = (path: string, cookie = "") =>
    fetch(url + path, { headers: { cookie, "accept-encoding": "br" }, redirect: "manual" });
  const stranger = await get("/cms/pages/?state=draft");
  expect([stranger.status, stranger.headers.get("location")]).toEqual([
    302,
    "/accounts/login/?next=%2Fcms%2Fpages%2F%3Fstate%3Ddraft",
  ]);
  const page = await get("/cms/pages/12/edit/", "sessionid=secret");
  const html = await page.text();
  expect([page.status, page.headers.get("cache-control")]).toEqual([200, "no-cache"]);
  expect(page.headers.get("content-security-policy")).toMatch(
    /script-src 'self'.* connect-src 'self' https:.*frame-ancestors 'none'/,
  );
  const [, script] = /<script[^>]* src="([^"]+)"/.exec(html)!;
  const file = await get(script!);
  expect([file.status, file.headers.get("content-type"), file.headers.get("cache-control")]).toEqual([
    200,
    "text/javascript; charset=utf-8",
    "public, max-age=31536000, immutable",
  ]);
  expect((await get("/cms/files/none.js")).status).not.toBe(200);
});

test("the process of a function is stopped after its answer", async () => {
  await fetch(`${url}/api/themes/`);
  await expect.poll(() => [...new Set(statesOf("themes--list"))]).toEqual(["T"]);
});

/** The states of the processes that run this function, as Linux names them. */
const statesOf = (folder: string): string[] =>
  readdirSync("/proc").flatMap((pid) => {
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
      const isOfFunction = environment.some((each) => each.endsWith(`/bundles/${folder}`));
      const [, state] = /^State:\s+(\w)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))!;
      return isOfFunction ? [state!] : [];
    } catch {
      // No process, or one that has ended.
      return [];
    }
  });
