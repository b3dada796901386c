// Proves contract rules: embed-frames, dry-runs.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { createPost, publishPost, readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { readLivePage } from "#lib/routes/pages.ts";
import { readSitePage } from "#lib/routes/site-pages.ts";
import { call } from "#test/support/call.ts";
import { useSetting } from "#test/support/settings.ts";
import { asked, put, putVideo, useWeb } from "#test/support/stand-in-web.ts";
import { freshSlug, useWorld } from "#test/support/world.ts";

vi.mock("#lib/node-http.ts", async () => (await import("#test/support/stand-in-web.ts")).clients);

const world = useWorld();

useWeb();
const setBlocks = useSetting("SITE_POST_BODY_BLOCKS");

const enable = (...embed_hosts: readonly string[]) =>
  applyManifest({
    version: 1,
    site: {
      ...{ name: "Test site", base_url: "https://notes.example" },
      ...{ ready_blocks: ["external_embed"], embed_hosts },
    },
  });

beforeEach(() => enable("video.example", "bsky.app"));

// So that a slow machine finds what a quick one finds.
beforeEach(() => void vi.spyOn(AbortSignal, "timeout").mockReturnValue(new AbortController().signal));
afterEach(() => void vi.restoreAllMocks());

const url = "https://video.example/w/1";
const frame = "https://video.example/embed/1";
const iframe = (src: string) => `<iframe src="${src}"></iframe>`;
const embed = (value: object) => ({ type: "external_embed", value });

const create = (detail: readonly unknown[], query = {}) => {
  const body = { parent: { id: world.notes }, title: "A video", slug: freshSlug(), overview: [], detail };
  return call(createPost, { as: "ada", body, query });
};

const update = async (id: number, change: object) => {
  const { body } = await call(readPost, { as: "ada", params: { id } });
  const changed = { base_revision_id: body.latest_revision_id, ...change };
  return call(updatePost, { as: "ada", params: { id }, body: changed });
};

/** The frames of a post's embeds once it is published. */
const framesOf = async (id: number): Promise<readonly string[]> => {
  await call(publishPost, { as: "ada", params: { id } });
  const { body } = await call(readLivePage, { params: { id } });
  const sections = body.body as readonly { value: readonly { value: { frame: string } }[] }[];
  return sections.flatMap(({ value }) => value.map(({ value: { frame: each } }) => each));
};

describe("the frame of an embed without a template", () => {
  test("is looked up when the post is created, and readers may load it", async () => {
    putVideo(url, `${iframe(frame)}<script>alert(1)</script>`);
    const { status, body } = await create([embed({ url })]);
    expect([status, body.detail]).toEqual([201, [embed({ url, title: "", image: null })]]);
    expect(asked[0]).toBe(url);
    expect(await framesOf(body.id)).toEqual([frame]);
    const page = await call(readSitePage, { params: { path: `notes/${body.slug}` } } as never);
    expect(String(page.body)).toContain(`data-frame="${frame}"`);
    expect(String(page.body)).not.toContain("alert(1)");
    expect(page.headers["content-security-policy"]).toContain("; frame-src https://video.example; ");
  });

  test("is looked up when it is added to a post, once for an address that is there twice", async () => {
    const { body } = await create([embed({ url: "https://video.example/" })]);
    expect(asked).toEqual([]);
    putVideo(url, iframe(frame));
    await update(body.id, { overview: [embed({ url })], detail: [embed({ url })] });
    expect(asked.filter((address) => address === url)).toHaveLength(1);
    expect(await framesOf(body.id)).toEqual([frame, frame]);
  });

  test("is not looked up again while the embed stays, wherever it moves", async () => {
    putVideo(url, iframe(frame));
    const { body } = await create([embed({ url })]);
    asked.length = 0;
    put(url, "");
    await update(body.id, { title: "Another title" });
    await update(body.id, { detail: [], overview: [embed({ url, title: "Dawn" })] });
    expect(asked).toEqual([]);
    expect(await framesOf(body.id)).toEqual([frame]);
  });

  test("is looked up again with its section where it was not found, and not without it", async () => {
    const { status, body } = await create([embed({ url })]);
    expect([status, asked]).toEqual([201, [url]]);
    putVideo(url, iframe(frame));
    await update(body.id, { title: "Another title", overview: [] });
    expect(asked).toEqual([url]);
    await update(body.id, { detail: [embed({ url })] });
    expect(await framesOf(body.id)).toEqual([frame]);
  });

  test.each([
    ["nothing is there", () => {}],
    ["the connection breaks", () => put(url, (response) => response.destroy())],
    ["the page says nothing of a frame", () => put(url, "<p>Hello</p>")],
    ["the frame is one of another host", () => putVideo(url, iframe("https://evil.example/1"))],
  ])("is missing where %s, and the post is saved", async (_, prepare) => {
    prepare();
    const { status, body } = await create([embed({ url })]);
    expect([status, asked[0]]).toEqual([201, url]);
    expect(await framesOf(body.id)).toEqual([""]);
    const page = await call(readSitePage, { params: { path: `notes/${body.slug}` } } as never);
    expect(String(page.body)).toContain(`<div class="embed"><p><a href="${url}">${url}</a></p></div>`);
  });

  test("is looked up by the DID that a handle of Bluesky has", async () => {
    const did = "did:plc:z72i7hdynmk6r22z27h6tvur";
    put("https://public.api.bsky.app/xrpc/com.atproto.identity.resolveHandle?handle=iris.example", { did });
    const { body } = await create([
      embed({ url: "https://bsky.app/profile/iris.example/post/3l6oveex3ii2l" }),
    ]);
    const found = `https://embed.bsky.app/embed/${did}/app.bsky.feed.post/3l6oveex3ii2l`;
    expect(await framesOf(body.id)).toEqual([found]);
  });

  test("is one of ten for one save; the next save looks up others", async () => {
    const urls = Array.from({ length: 11 }, (_, index) => `https://video.example/w/${index}`);
    for (const each of urls) putVideo(each, iframe(each.replace("/w/", "/embed/")));
    const detail = urls.map((each) => embed({ url: each }));
    const { body } = await create(detail);
    expect(urls.filter((each) => !asked.includes(each))).toEqual(urls.slice(10));
    asked.length = 0;
    await update(body.id, { detail });
    expect(urls.filter((each) => asked.includes(each))).toEqual(urls.slice(10));
    expect(await framesOf(body.id)).toEqual(urls.map((each) => each.replace("/w/", "/embed/")));
  });
});

describe("nobody is asked", () => {
  test("by a dry run, or for a post that is refused", async () => {
    const dry = await create([embed({ url })], { dry_run: "true" });
    expect(dry.body).toMatchObject({ dry_run: true, status: 201 });
    const { status } = await create([embed({ url }), embed({ url: "https://evil.example/1" })]);
    expect([status, asked]).toEqual([400, []]);
  });

  test("for embeds whose frame a template makes", async () => {
    await enable("youtube.com", "social.example");
    const { body } = await create([
      embed({ url: "https://youtu.be/aB3_-dEfGh1" }),
      embed({ url: "https://youtu.be/none" }),
      embed({ url: "https://social.example/@iris/112233" }),
    ]);
    expect(asked).toEqual([]);
    expect(await framesOf(body.id)).toEqual([
      "https://www.youtube-nocookie.com/embed/aB3_-dEfGh1",
      "",
      "https://social.example/@iris/112233/embed",
    ]);
  });
});

test("a block of this name that a site declares itself is stored as it is said, and nobody is asked", async () => {
  await setBlocks({
    sections: { detail: ["external_embed"] },
    blocks: {
      external_embed: {
        type: "struct",
        fields: { url: { type: "url" }, frame: { type: "char", required: false } },
      },
    },
  });
  const { body } = await create([embed({ url, frame: "wooden" })]);
  const said = embed({ url, frame: "" });
  await update(body.id, { detail: [said] });
  const read = await call(readPost, { as: "ada", params: { id: body.id } });
  expect([read.body.detail, asked]).toEqual([[said], []]);
});

test("a frame that was found is not shown once its host is not enabled", async () => {
  await enable("video.example", "player.example");
  putVideo(url, iframe("https://player.example/1"));
  const { body } = await create([embed({ url })]);
  await framesOf(body.id);
  const visit = async () =>
    String((await call(readSitePage, { params: { path: `notes/${body.slug}` } } as never)).body);
  expect(await visit()).toContain('data-frame="https://player.example/1"');
  await enable("video.example");
  expect(await visit()).not.toContain("data-frame");
});
