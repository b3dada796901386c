// Proves contract rules: embeds.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { embeddable, isFrameOf } from "#lib/blocks/ready/embed-frames.ts";
import { embedHostsOf } from "#lib/blocks/ready/embed-hosts.ts";

const youtube = "https://www.youtube-nocookie.com/embed/aB3_-dEfGh1";

describe("the frame of an address", () => {
  test.each([
    ["https://www.youtube.com/watch?v=aB3_-dEfGh1", youtube],
    ["https://m.youtube.com/watch?app=desktop&v=aB3_-dEfGh1&list=PL1", youtube],
    ["http://youtube.com/watch?v=aB3_-dEfGh1", youtube],
    ["https://youtu.be/aB3_-dEfGh1?si=tracking", youtube],
    ["https://youtu.be/aB3_-dEfGh1?t=75", `${youtube}?start=75`],
    ["https://www.youtube.com/watch?v=aB3_-dEfGh1&t=1h2m3s", `${youtube}?start=3723`],
    ["https://www.youtube.com/watch?v=aB3_-dEfGh1#t=2m", `${youtube}?start=120`],
    ["https://www.youtube.com/embed/aB3_-dEfGh1?start=9&autoplay=1", `${youtube}?start=9`],
    ["https://www.youtube-nocookie.com/embed/aB3_-dEfGh1", youtube],
    ["https://www.youtube.com/shorts/aB3_-dEfGh1", youtube],
    ["https://www.youtube.com/live/aB3_-dEfGh1?feature=share", youtube],
    ["https://vimeo.com/76979871", "https://player.vimeo.com/video/76979871?dnt=1"],
    ["https://vimeo.com/76979871/8272103f6e", "https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1"],
    [
      "https://player.vimeo.com/video/76979871?h=8272103f6e#t=30s",
      "https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1#t=30s",
    ],
    ["https://vimeo.com/channels/birds/76979871", "https://player.vimeo.com/video/76979871?dnt=1"],
    [
      "https://bsky.app/profile/did:plc:z72i7hdynmk6r22z27h6tvur/post/3l6oveex3ii2l",
      "https://embed.bsky.app/embed/did:plc:z72i7hdynmk6r22z27h6tvur/app.bsky.feed.post/3l6oveex3ii2l",
    ],
    ["https://mastodon.social/@iris/112233", "https://mastodon.social/@iris/112233/embed"],
    ["https://social.example/@iris/112233/embed", "https://social.example/@iris/112233/embed"],
  ])("%s", (address, frame) => {
    expect(embeddable(address)?.frame).toBe(frame);
  });

  test.each([
    ["a channel", "https://www.youtube.com/@birds"],
    ["an id of another length", "https://youtu.be/short"],
    ["an id with other characters", "https://www.youtube.com/watch?v=aB3_-dEfG%22%3E"],
    ["a list of videos", "https://www.youtube.com/embed/videoseries?list=PL1"],
    ["what a channel shows now", "https://www.youtube.com/embed/live_stream?channel=UC1"],
    ["a page of Vimeo", "https://vimeo.com/features"],
    ["a post of somebody of another server", "https://mastodon.social/@iris@other.example/112233"],
    [
      "a handle, whose DID the address does not say",
      "https://bsky.app/profile/iris.example/post/3l6oveex3ii2l",
    ],
  ])("is not known by a template of %s", (_, address) => {
    expect(embeddable(address)?.frame).toBeUndefined();
  });

  test("of any address at these hosts is one of their frames", () => {
    const hosts = ["youtube.com", "vimeo.com", "bsky.app", "social.example"];
    const step = fc.oneof(
      fc.constantFrom(
        "watch",
        "embed",
        "@a",
        "profile",
        "post",
        "12",
        "aB3_-dEfGh1",
        "did:plc:abc",
        "..",
        '"',
      ),
      fc.string({ maxLength: 12 }),
    );
    const address = fc
      .tuple(
        fc.constantFrom("youtube.com", "youtu.be", "vimeo.com", "bsky.app", "social.example"),
        fc.array(step),
      )
      .map(([host, steps]) => `https://${host}/${steps.join("/")}`);
    fc.assert(
      fc.property(address, fc.string(), (start, query) => {
        const frame = embeddable(`${start}?v=${query}&t=${query}`, hosts)?.frame;
        if (frame !== undefined) {
          expect(isFrameOf(frame, hosts)).toBe(true);
          expect(frame).not.toMatch(/[\s"'<>;]/);
        }
      }),
    );
  });
});

describe("an address is of a host that a site takes", () => {
  const hosts = ["youtube.com", "video.example"];

  test.each(["https://youtu.be/x", "https://www.video.example/w/1", "https://video.example/w/1"])(
    "%s",
    (address) => {
      expect(embeddable(address, hosts)).toBeDefined();
    },
  );

  test.each([
    "https://vimeo.com/1",
    "https://video.example.evil.example/w/1",
    "https://notvideo.example/w/1",
    "https://video.example:8443/w/1",
    "https://iris@video.example/w/1",
    "ftp://video.example/w/1",
    "javascript:alert(1)//video.example",
    "//video.example/w/1",
    "video.example",
  ])("unlike %s", (address) => {
    expect(embeddable(address, hosts)).toBeUndefined();
  });

  test("by default, of four that are known, and of none where the block is not enabled", () => {
    const readyBlocks = ["external_embed"];
    expect(embedHostsOf({ readyBlocks, embedHosts: [] })).toEqual([
      "youtube.com",
      "vimeo.com",
      "bsky.app",
      "mastodon.social",
    ]);
    expect(embedHostsOf({ readyBlocks, embedHosts: hosts })).toEqual(hosts);
    expect(embedHostsOf({ readyBlocks: ["table"], embedHosts: hosts })).toBeUndefined();
  });
});

test("a frame is of https, at the provider's host for frames, or at the host itself", () => {
  const hosts = ["youtube.com", "video.example"];
  for (const frame of [youtube, "https://video.example/e/1", "https://www.video.example/e/1"])
    expect(isFrameOf(frame, hosts)).toBe(true);
  for (const frame of [
    "http://video.example/e/1",
    "https://youtube.com/embed/aB3_-dEfGh1",
    "https://player.vimeo.com/video/1",
    "https://frames.video.example/e/1",
    "https://video.example:444/e/1",
    "javascript:alert(1)",
    "",
  ])
    expect(isFrameOf(frame, hosts)).toBe(false);
});
