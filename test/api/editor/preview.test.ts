// Proves contract rules: episode-endpoints, preview, preview-answers.

import { createHash } from "node:crypto";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { publishPage } from "#lib/actions/pages/publish-page.ts";
import { saveDraft } from "#lib/actions/pages/save-draft.ts";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { changeSite } from "#lib/actions/people/change-site.ts";
import type { PostContent } from "#lib/pages/content.ts";
import { rootPageId } from "#lib/pages/page.ts";
import { createEpisode } from "#lib/routes/editor-posts.ts";
import { previewEpisode, previewPost } from "#lib/routes/editor-previews.ts";
import { themeNamed } from "#lib/themes/themes.ts";
import { call } from "#test/support/call.ts";
import { makeAudio, makeImage, makeVideo } from "#test/support/media.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import { createDraft, createLivePost, freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();

type Asking = { as?: string; query?: string; headers?: Record<string, string> };

const preview = (id: number, { as = "ada", ...more }: Asking = {}) =>
  call(previewPost, { as, params: { id }, ...more });

const htmlOf = async (id: number, asking?: Asking): Promise<string> => {
  const { status, body } = await preview(id, asking);
  expect(status).toBe(200);
  return body as string;
};

const paragraph = (value: string) => ({ type: "paragraph", value });

/** Stores this content, valid or not. */
const withStored = async (id: number, content: Partial<PostContent>): Promise<number> => {
  await saveDraft(id, {
    authorId: null,
    permit: () => {},
    change: (latest) => ({ ...latest, ...content }),
  });
  return id;
};

/** Creates an episode of the podcast as ada, and gives its id. */
const makeEpisode = async (fields: Record<string, unknown> = {}): Promise<number> => {
  const body = { parent: { id: world.calls }, title: freshSlug(), overview: [], ...fields };
  const answer = await call(createEpisode, { as: "ada", body });
  expect(answer.status).toBe(201);
  return answer.body.id;
};

describe("a preview", () => {
  test("opens links to other pages in a new tab, since none may be shown in its frame, and others in itself", async () => {
    const text =
      '<p><a href="https://w.example/?a=1&b">there</a> <a href="#later">below</a></p><h2>Later</h2>';
    const { id } = await createDraft(world.notes, { detail: [paragraph(text)] });
    const html = await htmlOf(id);
    expect(html).toContain('<a target="_blank" href="https://w.example/?a=1&amp;b">there</a>');
    expect(html).toContain('<a href="#later">below</a>');
  });

  test("is the whole page, from the newest draft of a live post as well", async () => {
    const { id } = await createLivePost(world.notes, {
      title: "Public",
      tags: ["ice"],
      categories: [world.weather],
      visible_date: "2026-01-02",
      overview: [paragraph("over")],
    });
    expect(await htmlOf(id)).toContain("<h1>Public</h1>");
    await withStored(id, { title: "Draft" });
    const html = await htmlOf(id);
    expect(html).toMatch(/^<!doctype html><html lang="en">/);
    for (const part of [
      "<title>Draft — Notes</title>",
      '<meta name="robots" content="noindex"/>',
      '<a target="_blank" href="/">Test site</a><a target="_blank" href="/notes/">Notes</a>',
      "<h1>Draft</h1>",
      "January 2, 2026</time><span>Weather</span>",
      '<div class="paragraph"><p>over</p></div>',
      "<li>ice</li>",
    ])
      expect(html).toContain(part);
  });

  test("shows the media that the post refers to, and nothing of those that are gone", async () => {
    const [image, audio, video] = await Promise.all([makeImage(), makeAudio(), makeVideo()]);
    const { id } = await createDraft(world.notes, {
      cover_image: { id: image.id, alt_text: "At dawn" },
      overview: [
        { type: "image", value: { id: image.id } },
        { type: "gallery", value: [{ id: image.id, caption: "grey" }] },
        { type: "audio", value: { id: audio.id } },
        { type: "video", value: { id: video.id } },
      ],
    });
    const html = await htmlOf(id);
    expect(html).toContain(
      `<meta property="og:image" content="https://notes.example/media/${image.file.key}"/>`,
    );
    expect(html).toContain('alt="At dawn" loading="eager"');
    expect(html).toContain("<figcaption>grey</figcaption>");
    expect(html).toContain(`<source src="/media/${audio.files.mp3?.key}" type="audio/mpeg"/>`);
    expect(html).toContain(
      `<video controls preload="none" playsinline aria-label="A clip" src="/media/${video.original.key}"`,
    );
    const gone = await htmlOf(
      await withStored(id, {
        coverImage: { id: 99_999, altText: "x" },
        body: [{ type: "detail", value: [{ type: "image", value: 99_999 }] }],
      }),
    );
    expect(gone).not.toMatch(/<img|<figure|og:image/);
  });

  test("shows what can be shown of stored blocks that the API cannot write, and runs nothing of them", async () => {
    const { id } = await createDraft(world.notes);
    const value = [
      paragraph('<p onclick="x()">kept <script>alert(1)</script><a href="javascript:x()">text</a></p>'),
      { type: "embed", value: "https://video.example/1" },
      { type: "code", value: "malformed" },
      { type: "paragraph", value: ["malformed"] },
      { type: "no_longer_configured", value: "<b>x</b>" },
    ];
    const html = await htmlOf(await withStored(id, { body: [{ type: "detail", value }] }));
    expect(html).toContain('<div class="paragraph"><p>kept <a>text</a></p></div><p class="embed">');
    expect(html).not.toMatch(/malformed|onclick|script(?!ion)/);
  });

  test("of an episode plays it, at both endpoints; a plain post is no episode", async () => {
    await setPageProperties(world.calls, { seasons: [{ id: 7, key: "two", number: 2, name: "The fen" }] });
    const audio = await makeAudio({ title: "Bittern" });
    const id = await makeEpisode({ podcast_audio: { id: audio.id }, episode_number: 5, season: { id: 7 } });
    const html = await htmlOf(id);
    expect(html).toContain('<p class="place">Season 2, The fen · Episode 5</p>');
    expect(html).toContain('aria-label="Bittern"');
    expect((await call(previewEpisode, { as: "ada", params: { id } })).body).toBe(html);
    const bare = await call(previewEpisode, { as: "ada", params: { id: await makeEpisode() } });
    expect([bare.status, bare.body.includes("<audio")]).toEqual([200, false]);
    const post = await createDraft(world.notes);
    const refused = await call(previewEpisode, { as: "ada", params: { id: post.id } });
    expect([refused.status, refused.body]).toEqual([
      404,
      { code: "not_found", detail: "Episode not found." },
    ]);
  });
});

describe("a preview is refused", () => {
  test.each<[string, string | undefined, () => Promise<number> | number, number, string]>([
    ["to nobody known", undefined, draftOfAda, 403, "not_authenticated"],
    ["without admin access", "ed", draftOfAda, 403, "permission_denied"],
    ["without permission to edit", "di", draftOfAda, 403, "permission_denied"],
    ["for a post that does not exist", "ada", () => 999_999, 404, "not_found"],
    ["for a page that is no post", "su", () => world.notes, 404, "not_found"],
  ])("%s, as JSON whatever is accepted", async (_, as, post, status, code) => {
    const answer = await call(previewPost, {
      ...(as === undefined ? {} : { as }),
      params: { id: await post() },
      headers: { accept: "text/html" },
    });
    expect(answer.headers["content-type"]).toBe("application/json");
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  test("to no token for its scopes", async () => {
    expect((await preview(await draftOfAda(), { as: "ada-none" })).status).toBe(200);
  });
});

async function draftOfAda(): Promise<number> {
  return (await createDraft(world.notes)).id;
}

describe("a preview is what anybody would see", () => {
  let shy: number;

  beforeAll(async () => {
    ({ id: shy } = await createLivePost(world.notes, { slug: "shy" }));
    await setPageProperties(shy, { restriction: { type: "login" } });
  });

  afterEach(async () => {
    await changeSite(async ({ settings, collections }) => ({
      settings: { ...settings, baseUrl: "https://notes.example", theme: "plain" },
      collections: collections.map((each) => ({ ...each, restriction: null })),
    }));
    vi.unstubAllEnvs();
  });

  test("media of a restricted collection are left out, for superusers too", async () => {
    const inShows = { collectionId: world.shows };
    const [image, audio] = await Promise.all([makeImage(inShows), makeAudio(inShows)]);
    const { id } = await createDraft(world.notes, {
      cover_image: { id: image.id },
      overview: [
        { type: "image", value: { id: image.id } },
        { type: "audio", value: { id: audio.id } },
      ],
    });
    expect(await htmlOf(id)).toMatch(/<img.*<audio/);
    await changeSite(async ({ collections }) => ({
      collections: collections.map((each) => ({ ...each, restriction: { type: "login" } })),
    }));
    expect(await htmlOf(id, { as: "su" })).not.toMatch(/<img|<audio|og:image/);
  });

  test("links lead to public pages, also restricted ones, and not to drafts or the root", async () => {
    const deep = await createLivePost(world.calls, { slug: "deep" });
    const draft = await createDraft(world.notes);
    const links = [shy, deep.id, world.home, draft.id, rootPageId, 999_999]
      .map((id) => `<a linktype="page" id="${id}">${id}</a>`)
      .join(" ");
    const { id } = await createDraft(world.notes, { overview: [paragraph(`<p>${links}</p>`)] });
    expect(await htmlOf(id)).toContain(
      `<p><a target="_blank" href="/notes/shy/">${shy}</a> <a target="_blank" href="/calls/deep/">${deep.id}</a> <a target="_blank" href="/">${world.home}</a> ` +
        `<a>${draft.id}</a> <a>${rootPageId}</a> <a>999999</a></p>`,
    );
  });

  test("links and media inside of custom blocks are found", async () => {
    const blocks = {
      sections: { overview: ["card"] },
      blocks: {
        card: {
          type: "list",
          item: {
            type: "struct",
            fields: { text: { type: "richtext" }, photo: { type: "image" }, place: { type: "page" } },
          },
        },
      },
    };
    vi.stubEnv("SITE_POST_BODY_BLOCKS", JSON.stringify(blocks));
    const image = await makeImage();
    const text = `<p><a linktype="page" id="${shy}">shy</a></p>`;
    const value = [{ text, photo: image.id, place: world.calls }];
    const { id } = await createDraft(world.notes, { overview: [{ type: "card", value }] });
    const html = await htmlOf(id);
    expect(html).toContain('<a target="_blank" href="/notes/shy/">shy</a>');
    expect(html).toContain(`src="/media/${image.display.key}"`);
    expect(html).toContain('<a target="_blank" href="/calls/">/calls/</a>');
  });

  test("neither query nor headers nor cookies of the caller change it", async () => {
    const id = await draftOfAda();
    const plainly = await htmlOf(id);
    expect(await htmlOf(id, { query: "theme=other&format=xml&x=1" })).toBe(plainly);
    expect(await htmlOf(id, { headers: { accept: "image/png" } })).toBe(plainly);
    expect(await htmlOf(id, { as: "su", headers: { cookie: "sessionid=x; csrftoken=y" } })).toBe(plainly);
  });

  test("a page behind a proxy that ends TLS has addresses of its scheme", async () => {
    await changeSite(async ({ settings }) => ({ settings: { ...settings, baseUrl: null } }));
    const { id, slug } = await createDraft(world.notes);
    const canonical = async (headers: Record<string, string>) =>
      /<link rel="canonical" href="([^"]+)"/.exec(await htmlOf(id, { headers }))?.[1];
    expect(await canonical({ "x-forwarded-proto": "http" })).toBe(`http://lectern.test/notes/${slug}/`);
    expect(await canonical({ "x-forwarded-proto": "https" })).toBe(`https://lectern.test/notes/${slug}/`);
  });

  test("the theme is the blog's or the site's, and the plain one where theirs is not known", async () => {
    await changeSite(async ({ settings }) => ({ settings: { ...settings, theme: "no-such-theme" } }));
    await saveDraft(world.notes, {
      authorId: null,
      permit: () => {},
      change: (latest) => ({ ...latest, theme: "none-either" }),
    });
    await publishPage(world.notes, { publisherId: null, permit: () => {} });
    expect(await htmlOf(await draftOfAda())).toContain(`<style>${themeNamed("plain").style}</style>`);
  });
});

describe("the answer of a preview", () => {
  test("is kept by nobody, and depends on cookies and Accept only", async () => {
    const { headers } = await preview(await draftOfAda());
    expect(headers["cache-control"]).toBe("private, no-store");
    expect(headers.vary).toBe("Cookie, Accept");
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers).not.toHaveProperty("etag");
  });

  test("allows no script, no form, no style but the page's own, and only this site to frame it", async () => {
    const { headers, body } = await preview(await draftOfAda());
    const style = /<style>(.*)<\/style>/s.exec(body as string)?.[1] ?? "";
    const digest = createHash("sha256").update(style).digest("base64");
    expect(headers["content-security-policy"]?.split("; ")).toEqual([
      "default-src 'none'",
      "img-src 'self' https: data:",
      "media-src 'self' https:",
      `style-src 'sha256-${digest}'`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
    ]);
    expect(headers["x-frame-options"]).toBe("SAMEORIGIN");
  });

  test("leaves every item of the table as it was, and holds nothing of the caller's credentials", async () => {
    const image = await makeImage();
    const { id } = await createLivePost(world.notes, {
      overview: [{ type: "gallery", value: [{ id: image.id }] }],
    });
    const episode = await makeEpisode();
    const before = await wholeTable();
    const html = await htmlOf(id, { as: "ada-write" });
    await call(previewEpisode, { as: "ada", params: { id: episode } });
    await preview(999_999);
    expect(await wholeTable()).toEqual(before);
    expect(html).not.toMatch(/ada|token|csrf|session/i);
  });
});
