// Proves contract rules: editors-pages, media-edit-page.
import { readdirSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { adminFilesFolder } from "#lib/admin-files.ts";
import { adminServer } from "#local/admin-server.ts";

const server = adminServer("https://files.example");

const ask = (url: string, headers: Readonly<Record<string, string>> = {}, method = "GET") =>
  server.answer({ method, url, headers });

const signedIn = { cookie: "theme=dark; sessionid=secret" };

test.each(["/cms/", "/cms/pages/", "/cms/pages/12/edit/?from=start", "/cms/images/1/edit/"])(
  "strangers are sent from %s to sign in, and come back",
  async (address) => {
    const { status, headers } = await ask(address);
    expect([status, headers.location, headers["cache-control"]]).toEqual([
      302,
      `/accounts/login/?next=${encodeURIComponent(address)}`,
      "no-store",
    ]);
  },
);

test("every address is one page for whoever has a session, which loads nothing of other hosts", async () => {
  const [one, other] = await Promise.all([ask("/cms/", signedIn), ask("/cms/pages/9/edit/", signedIn)]);
  expect(one.status).toBe(200);
  expect(String(one.body)).toBe(String(other.body));
  expect(one.headers["cache-control"]).toBe("no-cache");
  expect(one.headers["content-security-policy"]).toContain("script-src 'self';");
  expect(one.headers["content-security-policy"]).toContain("connect-src 'self' https://files.example;");
});

test("files have names by their content, and are kept for a year", async () => {
  const name = readdirSync(adminFilesFolder()).find((each) => each.endsWith(".js"))!;
  const plain = await ask(`/cms/files/${name}`);
  expect([plain.status, plain.headers["cache-control"]]).toEqual([
    200,
    "public, max-age=31536000, immutable",
  ]);
  const compressed = await ask(`/cms/files/${name}`, { "accept-encoding": "br, gzip" });
  expect(compressed.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(compressed.body as Buffer).equals(plain.body as Buffer)).toBe(true);
  const head = await ask(`/cms/files/${name}`, {}, "HEAD");
  expect([head.body, head.headers["content-length"]]).toEqual(["", String((plain.body as Buffer).length)]);
});

test.each(["/cms/files/other.js", "/cms/files/index.html", "/cms/files/../built/index.html", "/cms/files/"])(
  "there is nothing at %s",
  async (address) => {
    expect((await ask(address, signedIn)).status).toBe(404);
  },
);

test("only GET and HEAD are answered", async () => {
  const { status, headers } = await ask("/cms/", signedIn, "POST");
  expect([status, headers.allow]).toEqual([405, "GET, HEAD"]);
});

test("without the last slash, the address leads to the one with it", async () => {
  const { status, headers } = await ask("/cms", signedIn);
  expect([status, headers.location]).toEqual([308, "/cms/"]);
});
