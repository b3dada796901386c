// Proves contract rules: embed-frames.

import { once } from "node:events";
import { describe, expect, test, vi } from "vitest";
import { lookUpFrames } from "#lib/surfaces/editor/look-up-frames.ts";
import { asked, put, putVideo, useWeb } from "#test/support/stand-in-web.ts";

vi.mock("#lib/node-http.ts", async () => (await import("#test/support/stand-in-web.ts")).clients);

useWeb();

const hosts = ["video.example", "player.example", "bsky.app"];
const page = "https://video.example/w/1";
const endpoint = "https://video.example/oembed?url=https%3A%2F%2Fvideo.example%2Fw%2F1&format=json";
const iframe = (src: string) => `<iframe width="560" src="${src}" allowfullscreen></iframe>`;
const frame = "https://video.example/embed/1";

/** With more time than a save has, so that a busy machine changes nothing. */
const lookUp = async (address: string) => new Map(await lookUpFrames([address], hosts, 60_000)).get(address);

describe("the frame of a page with oEmbed", () => {
  test("is the source of the frame that its oEmbed has", async () => {
    putVideo(page, `<div>${iframe(frame)}</div>`);
    expect(await lookUp(page)).toBe(frame);
    expect(asked).toEqual([page, endpoint]);
  });

  test("is found at another enabled host, and in other spellings", async () => {
    put(page, `<LINK TYPE='application/json+OEMBED' HREF=//www.player.example/o?a=1&amp;b=2 />`);
    put("https://www.player.example/o?a=1&b=2", { html: "<IFRAME SRC='//player.example/1?a&amp;b'>" });
    expect(await lookUp(page)).toBe("https://player.example/1?a&b");
  });

  test("is asked for by https, whatever the page and its link say", async () => {
    putVideo(page, iframe(frame));
    put(page, `<link type="application/json+oembed" href="${endpoint.replace("https:", "http:")}">`);
    expect(await lookUp(page.replace("https:", "http:"))).toBe(frame);
    expect(asked).toEqual([page, endpoint]);
  });

  test("is the first one at an enabled host where its HTML has several", async () => {
    const foreign = iframe("https://evil.example/1");
    putVideo(page, `${foreign}${iframe("http://video.example/1")}${iframe(frame)}${iframe(`${frame}?2`)}`);
    expect(await lookUp(page)).toBe(frame);
  });

  test.each([
    ["of http", iframe("http://video.example/embed/1")],
    ["of another host", iframe("https://evil.example/embed/1")],
    ["of a name that ends alike", iframe("https://evilvideo.example/embed/1")],
    ["with a user name", iframe("https://video.example@evil.example/")],
    ["with a port", iframe("https://video.example:8443/embed/1")],
    ["of a script", iframe("javascript:alert(1)")],
    ["of data", iframe("data:text/html,x")],
    ["in a comment", `<!-- ${iframe(frame)} -->`],
    ["without an address", "<iframe srcdoc='<p>x</p>'></iframe>"],
    ["of more than 2,000 characters", iframe(`${frame}?${"x".repeat(2_000)}`)],
    ["that is no frame", `<script src="${frame}"></script><embed src="${frame}">`],
  ])("is none where the source is one %s", async (_, html) => {
    putVideo(page, html);
    expect(await lookUp(page)).toBeUndefined();
    expect(asked).toEqual([page, endpoint]);
  });

  test("is not asked of a host that is not enabled", async () => {
    const other = "https://evil.example/oembed";
    put(other, { html: iframe(frame) });
    put(page, `<link rel="alternate" type="application/json+oembed" href="${other}">`);
    expect(await lookUp(page)).toBeUndefined();
    expect(asked).toEqual([page]);
  });

  test.each([
    "https://evil.example/",
    "https://127.0.0.1/",
    "https://169.254.169.254/",
    "http://video.example/",
  ])("is not asked of %s after a redirect", async (location) => {
    put(location, `<link type="application/json+oembed" href="${endpoint}">`);
    put(page, (response) => response.writeHead(302, { location }).end());
    expect(await lookUp(page)).toBeUndefined();
    putVideo(page, "");
    put(endpoint, (response) => response.writeHead(302, { location }).end());
    expect(await lookUp(page)).toBeUndefined();
    expect(asked).toEqual([page, page, endpoint]);
  });

  test("is found after a redirect to an enabled host", async () => {
    putVideo(page, iframe(frame));
    put("https://video.example/1", (response) => response.writeHead(301, { location: page }).end());
    expect(await lookUp("https://video.example/1")).toBe(frame);
  });

  test("is none of an internal address, even if its host is enabled", async () => {
    const inside = "https://127.0.0.1/w/1";
    putVideo(inside, iframe("https://127.0.0.1/embed"));
    expect(await lookUpFrames([inside], ["127.0.0.1"], 60_000)).toEqual([[inside, undefined]]);
    expect(asked).toEqual([]);
  });

  test("is none behind a link beyond the first 512 KB of a page", async () => {
    const link = `<link type="application/json+oembed" href="${endpoint}">`;
    putVideo(page, iframe(frame));
    put(page, `${" ".repeat(524_288 - link.length)}${link}`);
    expect(await lookUp(page)).toBe(frame);
    put(page, `${" ".repeat(524_289 - link.length)}${link}`);
    expect(await lookUp(page)).toBeUndefined();
  });

  test("is none of an answer of more than 64 KB", async () => {
    putVideo(page, iframe(frame));
    const withSpace = (bytes: number) => {
      const json = JSON.stringify({ html: iframe(frame) });
      put(endpoint, json.replace("{", `{${" ".repeat(bytes - json.length)}`));
    };
    withSpace(65_536);
    expect(await lookUp(page)).toBe(frame);
    withSpace(65_537);
    expect(await lookUp(page)).toBeUndefined();
  });

  test("is none of a page that does not end, of which no more is read", async () => {
    let closed: Promise<unknown> | undefined;
    put(page, (response) => {
      closed = once(response, "close");
      const write = () => {
        while (!response.closed && response.write(" ".repeat(65_536)));
      };
      response.on("drain", write);
      write();
    });
    expect(await lookUp(page)).toBeUndefined();
    await closed;
  });

  test.each([
    ["is no JSON", "<oembed>"],
    ["is no object", "null"],
    ["has no HTML", { type: "link" }],
    ["has HTML that is no text", { html: [iframe(frame)] }],
  ])("is none of an answer that %s", async (_, answer) => {
    putVideo(page, "");
    put(endpoint, answer);
    expect(await lookUp(page)).toBeUndefined();
  });

  test("is none where nothing is there, or where the connection breaks", async () => {
    expect(await lookUp(page)).toBeUndefined();
    put(page, (response) => response.destroy());
    expect(await lookUp(page)).toBeUndefined();
    put(page, (response) => {
      response.writeHead(200, { "content-length": 100 }).write("<link");
      response.destroy();
    });
    expect(await lookUp(page)).toBeUndefined();
  });

  test("is none when the time is over, which is the time for all addresses together", async () => {
    const addresses = Array.from({ length: 6 }, (_, index) => `https://video.example/slow/${index}`);
    for (const address of addresses) put(address, () => {});
    const found = await lookUpFrames(addresses, hosts, 200);
    expect(found).toEqual(addresses.map((address) => [address, undefined]));
    // The last two had no turn.
    expect(asked.length).toBeLessThanOrEqual(4);
  });
});

describe("a post of Bluesky by a handle", () => {
  const post = "https://bsky.app/profile/iris.example/post/3l6oveex3ii2l";
  const service = "https://public.api.bsky.app/xrpc/com.atproto.identity.resolveHandle?handle=iris.example";
  const did = "did:plc:z72i7hdynmk6r22z27h6tvur";

  test("has the frame of the DID that the handle has", async () => {
    put(service, { did });
    expect(await lookUp(post)).toBe(`https://embed.bsky.app/embed/${did}/app.bsky.feed.post/3l6oveex3ii2l`);
    expect(asked).toEqual([service]);
  });

  test.each([
    ["that is unknown", { error: "InvalidRequest" }],
    ["whose DID is none", { did: "did:plc:x/../../evil" }],
    ["whose DID is no text", { did: 7 }],
  ])("has no frame with a handle %s", async (_, answer) => {
    put(service, answer);
    expect(await lookUp(post)).toBeUndefined();
  });

  test("follows no redirect to another host", async () => {
    put("https://video.example/did", { did });
    put(service, (response) => response.writeHead(302, { location: "https://video.example/did" }).end());
    expect(await lookUp(post)).toBeUndefined();
    expect(asked).toEqual([service]);
  });
});

test("at most ten addresses are asked, in their order, four at a time", async () => {
  const addresses = Array.from({ length: 11 }, (_, index) => `https://video.example/w/${index}`);
  let [running, most] = [0, 0];
  for (const address of addresses) {
    putVideo(address, iframe(address.replace("/w/", "/embed/")));
    const endpointOfIt = `https://video.example/oembed?url=${encodeURIComponent(address)}&format=json`;
    put(address, (response) => {
      running += 1;
      most = Math.max(most, running);
      setTimeout(() => {
        running -= 1;
        response.end(`<link type="application/json+oembed" href="${endpointOfIt}">`);
      }, 5);
    });
  }
  const found = await lookUpFrames(addresses, hosts, 60_000);
  expect(found).toEqual(addresses.slice(0, 10).map((each) => [each, each.replace("/w/", "/embed/")]));
  expect(most).toBeLessThanOrEqual(4);
});
