// Proves that the files for nginx and Caddy that ship do what docs/server.md says.

import { execFile } from "node:child_process";
import { createReadStream } from "node:fs";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import type { IncomingMessage, RequestOptions } from "node:http";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { root } from "#test/support/sources.ts";
import { writeBigVideo } from "./big-video.ts";
import { type RunningProxy, startCaddy, startNginx } from "./proxies.ts";
import { servedSecret, startServedSite, token } from "./served-site.ts";

const settings = {
  ...{ PROXY_SECRET: servedSecret, TRUST_FORWARDED_HOST: "true", SITE_SHARED_CACHE_SECONDS: "60" },
  SITE_ALLOWED_HOSTS: '["localhost"]',
};

const proxies = [
  { name: "nginx", startProxy: startNginx, keepsPages: true, waitsForRestarts: false },
  { name: "Caddy", startProxy: startCaddy, keepsPages: false, waitsForRestarts: true },
] as const;

/** More than a form or a file may have anywhere else in the tests, and less than the largest video. */
const bigBytes = 1_100_000_000;

describe.each(proxies)("behind $name", ({ startProxy, keepsPages, waitsForRestarts }) => {
  let folder: string;
  let site: Awaited<ReturnType<typeof startServedSite>>;
  let proxy: RunningProxy;
  let ca: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lectern-proxy-"));
    site = await startServedSite(settings);
    proxy = await startProxy(folder, site.port);
    ca = await vi.waitUntil(() => readFile(proxy.certificateFile, "utf8").catch(() => undefined));
  });

  afterAll(async () => {
    await proxy?.stop();
    await site?.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const begin = (path: string, options: RequestOptions = {}) =>
    request(new URL(path, proxy.url), { ca, ...options });

  const answered = async (sent: ReturnType<typeof begin>): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => sent.once("response", resolve).once("error", reject));

  const ask = async (path: string, options: RequestOptions = {}, body?: string) => {
    const sent = begin(path, options);
    sent.end(body);
    const answer = await answered(sent);
    return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
  };

  const asOwner = { authorization: `Bearer ${token}` };

  /** A form with a video; its file is sent by whoever asked. */
  const videoForm = (title: string, size: number, fileName = "big.mp4") => {
    const boundary = "the-boundary-of-the-form";
    const field = (name: string, more = "") =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n`;
    const head = `${field("title")}\r\n${title}\r\n${field("original", `; filename="${fileName}"`)}Content-Type: video/mp4\r\n\r\n`;
    const tail = `\r\n--${boundary}--\r\n`;
    const headers = {
      ...asOwner,
      "content-type": `multipart/form-data; boundary=${boundary}`,
      "content-length": head.length + size + tail.length,
    };
    return { head, tail, options: { method: "POST", headers } };
  };

  const runProgram = (...args: string[]) => {
    const env = {
      ...{ PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: proxy.certificateFile },
      ...{ LECTERN_URL: proxy.url, LECTERN_TOKEN: token, LECTERN_ALLOW_PRIVATE: "true" },
    };
    return promisify(execFile)(process.execPath, args, { cwd: root, env });
  };

  test("the smoke run passes, with https addresses of the proxy, and plain http leads there", async () => {
    const { stdout } = await runProgram("test/smoke/main.ts", "--url", proxy.url).catch((error) => error);
    expect(stdout).toContain("ok    nothing is left behind");
    // Only posters need a program that npm does not install.
    const failed = stdout.match(/^FAIL .*$/gm) ?? [];
    expect(failed.filter((line: string) => !line.includes("ffmpeg is missing"))).toEqual([]);
    const { body } = await ask("/api/cms/pages/?type=site.Post");
    expect(JSON.parse(body).results[0].meta.html_url).toBe(`${proxy.url}/notes/ice/`);
    const plain = await fetch(`${proxy.plainUrl}/notes/ice/`, { redirect: "manual" });
    expect(plain.status).toBe(308);
    expect(plain.headers.get("location")).toMatch(/^https:\/\/localhost(:\d+)?\/notes\/ice\/$/);
  });

  test("the service counts wrong passwords by the visitor's address, whatever the visitor says of it", async () => {
    const attempt = (localAddress: string, headers: Record<string, string> = {}) => {
      const options = {
        method: "POST",
        localAddress,
        headers: { "content-type": "application/json", ...headers },
      };
      return ask(
        "/accounts/login/",
        options,
        JSON.stringify({ username: "su", password: "a wrong password" }),
      );
    };
    const forged = { "x-viewer-address": "203.0.113.9", "x-forwarded-for": "203.0.113.9" };
    await attempt("127.0.0.1");
    await attempt("127.0.0.2");
    await attempt("127.0.0.1", { ...forged, "x-proxy-secret": servedSecret });
    const addresses = await vi.waitUntil(() => {
      const seen = site.logged("address").map(({ address }) => address);
      return seen.length === 3 && seen;
    });
    expect(addresses[0]).not.toBe(addresses[1]);
    expect(addresses[2]).toBe(addresses[0]);
    const spoofed = await ask("/notes/ice/", { headers: { "x-forwarded-host": "evil.example" } });
    expect(spoofed.body).not.toContain("evil.example");
  });

  test("pages for strangers are kept where the settings say so, and nothing else ever", async () => {
    const counted = async (path: string, headers: Record<string, string> = {}) => {
      const before = site.logged("route").length;
      await ask(path, { headers });
      await ask(path, { headers });
      // A request of another kind, whose line comes after theirs.
      await ask("/api/health/");
      await vi.waitUntil(() => site.logged("route").at(-1)?.path === "/api/health/" || undefined);
      return site.logged("route").length - before - 1;
    };
    expect(await counted("/notes/ice/?theme=plain")).toBe(keepsPages ? 1 : 2);
    expect(await counted("/notes/ice/", { cookie: "sessionid=none" })).toBe(2);
    expect(await counted("/notes/ice/", asOwner)).toBe(2);
    expect(await counted("/api/cms/pages/?type=site.Post")).toBe(2);
    expect(await counted("/accounts/login/")).toBe(2);
  });

  test("text is compressed, and its validator still answers 304", async () => {
    const headers = { "accept-encoding": "gzip" };
    const first = await ask("/api/cms/pages/?fields=*&limit=20", { headers });
    expect(first.headers["content-encoding"]).toBe("gzip");
    const again = { ...headers, "if-none-match": first.headers.etag! };
    expect((await ask("/api/cms/pages/?fields=*&limit=20", { headers: again })).status).toBe(304);
  });

  test("a video of 1.1 GB arrives in one form, and is read from its end", async () => {
    const file = join(folder, "big.mp4");
    await writeBigVideo(file, bigBytes);
    expect((await stat(file)).size).toBe(bigBytes);
    const { head, tail, options } = videoForm("In one form", bigBytes);
    const sent = begin("/api/editor/media/videos/", options);
    sent.write(head);
    await pipeline(createReadStream(file), sent, { end: false });
    sent.end(tail);
    const answer = await answered(sent);
    const video = JSON.parse(await text(answer));
    expect([answer.statusCode, video]).toMatchObject([201, { title: "In one form" }]);

    const address = new URL(video.original, proxy.url);
    const end = { headers: { ...asOwner, range: "bytes=-100" } };
    let part = begin(address.href, end).end();
    let got = await answered(part);
    if (got.statusCode! >= 300 && got.statusCode! < 400) {
      part = begin(got.headers.location!, end).end();
      got = await answered(part);
    }
    expect(got.headers["content-range"]).toBe(`bytes ${bigBytes - 100}-${bigBytes - 1}/${bigBytes}`);
    expect((await buffer(got)).length).toBe(100);
  });

  test("SIGTERM lets an upload on its way end, and the service starts again", async () => {
    const path = join(folder, "ends.mp4");
    await writeBigVideo(path, 24_000_000);
    const file = await readFile(path);
    const { head, tail, options } = videoForm("While it ends", file.length, "ends.mp4");
    const before = await site.files();
    const sent = begin("/api/editor/media/videos/", options);
    sent.write(head);
    sent.write(file.subarray(0, 20_000_000));
    // The service stores the beginning while the rest arrives.
    await vi.waitUntil(async () => (await site.files()).length > before.length);
    site.signal();
    sent.write(file.subarray(20_000_000));
    sent.end(tail);
    const answer = await answered(sent);
    expect([answer.statusCode, await text(answer)]).toEqual([201, expect.stringContaining("While it ends")]);
    expect(await site.ended()).toBe(0);
    const waiting = ask("/api/health/");
    if (!waitsForRestarts) expect((await waiting).status).toBe(502);
    await site.restart();
    expect((waitsForRestarts ? await waiting : await ask("/api/health/")).status).toBe(200);
  });
});
