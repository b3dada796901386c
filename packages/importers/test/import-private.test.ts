import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lecternIn } from "../../../test/cli/lectern.ts";
import { useMediaHost } from "./media-host.ts";
import { podcastFeed } from "./podcast-feed.ts";
import { jpegBytes, mp3Bytes } from "./sample-media.ts";

const host = useMediaHost();

let work: string;
/** Another host, which redirects everything to the first one. */
let redirecting: Server;
let redirected: string;

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), "lectern-import-private-"));
  redirecting = createServer(({ url = "" }, response) => {
    response.writeHead(302, { location: host.url + url }).end();
  });
  await new Promise<void>((resolve) => redirecting.listen(0, "127.0.0.1", resolve));
  redirected = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}`;
  host.files.set("/art.jpg", jpegBytes("art"));
  host.files.set("/audio/1.mp3", mp3Bytes("sound"));
  host.files.set("/feed.xml", Buffer.from(podcastFeed(host.url, [{ number: 1, enclosure: "/audio/1.mp3" }])));
});
afterAll(async () => {
  redirecting.closeAllConnections();
  redirecting.close();
  await rm(work, { recursive: true });
});

const importRss = (from: string, to: string, ...options: string[]) =>
  lecternIn({}, "", ["import", "rss", from, "--to", join(work, to), "--json", ...options]);

test("an address that was typed may be internal, and what the feed names there is not asked", async () => {
  host.requests.length = 0;
  const { status, stdout } = await importRss(`${host.url}/feed.xml`, "typed");
  expect(status).toBe(1);
  expect(host.requests).toEqual(["/feed.xml"]);
  const { media } = JSON.parse(stdout);
  expect(media.length).toBeGreaterThan(1);
  for (const { outcome, error } of media)
    expect({ outcome, error }).toEqual({
      outcome: "failed",
      error: "127.0.0.1 is not an address of the internet; --allow-private asks it nevertheless",
    });
});

test("a redirect of the address that was typed leads to no internal one", async () => {
  host.requests.length = 0;
  const { status, stderr } = await importRss(`${redirected}/feed.xml`, "redirected");
  expect({ status, stderr, requests: host.requests }).toEqual({
    status: 1,
    stderr: expect.stringContaining("127.0.0.1 is not an address of the internet; --allow-private"),
    requests: [],
  });
});

test("--allow-private asks both", async () => {
  host.requests.length = 0;
  const { status } = await importRss(`${redirected}/feed.xml`, "allowed", "--allow-private");
  expect(status).toBe(0);
  expect([...host.requests].sort()).toEqual(["/art.jpg", "/audio/1.mp3", "/feed.xml"]);
});
