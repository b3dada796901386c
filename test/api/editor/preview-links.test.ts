// Proves contract rules: preview-links, preview-link-creation, preview-link-list, preview-link-pages,
// preview-link-items, preview-link-headers, preview-link-ends.

import { beforeAll, describe, expect, test } from "vitest";
import { createPreviewLink } from "#lib/actions/pages/preview-links.ts";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { changeSite } from "#lib/actions/people/change-site.ts";
import { revokeToken } from "#lib/actions/people/tokens.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import type { PreviewLink } from "#lib/pages/preview-link.ts";
import { restoreFromBin } from "#lib/routes/editor-bin.ts";
import { createEpisode, createPost, publishPost, updatePost } from "#lib/routes/editor-posts.ts";
import {
  createEpisodePreviewLink,
  createPostPreviewLink,
  deleteEpisodePreviewLink,
  deletePostPreviewLink,
  listEpisodePreviewLinks,
  listPostPreviewLinks,
} from "#lib/routes/editor-preview-links.ts";
import { deletePost } from "#lib/routes/editor-state.ts";
import { readPreview, showPreview } from "#lib/routes/opened-previews.ts";
import { readLivePage } from "#lib/routes/pages.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { putPreviewLinks, readPreviewLinks } from "#lib/store/preview-links.ts";
import { themeNamed } from "#lib/themes/themes.ts";
import { type CallOptions, call, type RouteAnswer } from "#test/support/call.ts";
import { useClock } from "#test/support/clock.ts";
import { makeAudio, makeImage } from "#test/support/media.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import { createDraft, createLivePost, freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();
const pass = useClock();

const day = 24 * 3_600;

const create = (id: number, body: object = {}, as = "ada") =>
  call(createPostPreviewLink, { as, params: { id }, body });

const revoke = (id: number, link: number, as = "ada") =>
  call(deletePostPreviewLink, { as, params: { id, link } });

const list = (id: number, as = "ada") => call(listPostPreviewLinks, { as, params: { id } });

const idsOf = ({ body }: RouteAnswer): number[] => body.results.map(({ id }: { id: number }) => id);

/** The page that a link shows, as a browser that has nothing but its address gets it. */
const open = (address: string, options: CallOptions<"id" | "link"> = {}) => {
  const { pathname, search } = new URL(address);
  const [, id = "", link = ""] = /pages\/([^/]+)\/previews\/([^/]+)\//.exec(pathname) ?? [];
  const route = pathname.startsWith("/api/") ? readPreview : showPreview;
  return call(route, { params: { id, link }, query: search.slice(1), ...options });
};

const inBrowser = { headers: { accept: "text/html,*/*;q=0.8" } };

const paragraph = (value: string) => ({ type: "paragraph", value });

const newLink = async (id: number, body: object = {}, as = "ada") => {
  const answer = await create(id, body, as);
  expect(answer.status).toBe(201);
  return answer.body as { id: number; url: string; json_url: string; expires_at: string };
};

const statuses = async (link: { readonly url: string; readonly json_url: string }): Promise<number[]> => [
  (await open(link.url)).status,
  (await open(link.json_url)).status,
];

describe("a preview link", () => {
  test("shows the draft to strangers, as a page below a bar that says so, and as an item", async () => {
    const image = await makeImage();
    const { id, slug } = await createDraft(world.notes, {
      title: "Low water",
      search_description: "Not for search engines",
      visible_date: "2026-01-02",
      tags: ["reed"],
      categories: [world.weather],
      cover_image: { id: image.id, alt_text: "At dawn" },
      overview: [paragraph('<p>over <a linktype="page" id="1">root</a></p>')],
      detail: [{ type: "image", value: { id: image.id } }],
    });
    const link = await newLink(id);
    expect(link.url).toMatch(
      new RegExp(`^https://notes\\.example/cms/pages/${id}/previews/${link.id}/\\?key=[\\w-]{43}$`),
    );
    expect(link.json_url).toBe(link.url.replace("/cms/", "/api/cms/"));
    const before = await wholeTable();
    const html = await open(link.url, inBrowser);
    expect(html.status).toBe(200);
    for (const part of [
      "<title>Low water — Notes</title>",
      '<meta name="robots" content="noindex"/>',
      '<aside class="site draft" aria-label="Preview"><p>Preview of a draft that is not published. This link works until ',
      '<a href="/notes/">Notes</a>',
      "<h1>Low water</h1>",
      '<div class="paragraph"><p>over <a>root</a></p></div>',
      "<li>reed</li>",
      `src="/media/${image.display.key}"`,
    ])
      expect(html.text).toContain(part);
    expect(html.text).not.toMatch(/canonical|og:(url|title|image|type)|twitter:|ld\+json|<form|<script/);
    expect(html.text).not.toContain("Not for search engines");
    const item = (
      await open(link.json_url, {
        query: `${new URL(link.json_url).search.slice(1)}&fields=*,media,tags,digest`,
      })
    ).body;
    expect(item).toMatchObject({
      id,
      title: "Low water",
      meta: {
        type: "site.Post",
        slug,
        html_url: `https://notes.example/notes/${slug}/`,
        first_published_at: null,
        parent: { id: world.notes, title: "Notes" },
      },
      html_detail: expect.stringContaining(image.display.key),
      tags: [{ slug: "reed", name: "reed" }],
      media: [{ kind: "image", id: image.id }],
      digest: null,
      comments: [],
      comments_are_enabled: false,
      comments_security_data: {},
    });
    expect(await wholeTable()).toEqual(before);
    expect(JSON.stringify(before)).not.toContain(new URL(link.url).searchParams.get("key"));
  });

  test("is for whoever has it: credentials and other parameters change nothing", async () => {
    const { id } = await createDraft(world.notes);
    const { url } = await newLink(id);
    const plainly = await open(url);
    const query = `${new URL(url).search.slice(1)}&comment=new&page=2`;
    for (const options of [
      { as: "di" },
      { as: "ada" },
      { query },
      inBrowser,
      { headers: { cookie: "sessionid=x" } },
    ])
      expect(await open(url, options)).toEqual(plainly);
  });

  test("is kept by nobody, told to nobody, and shown by no other site", async () => {
    const { id } = await createDraft(world.notes);
    const link = await newLink(id);
    expect((await open(`${link.url}&theme=essay`)).text).toContain(
      `<style>${themeNamed("essay").style}</style>`,
    );
    for (const url of [link.url, link.json_url, link.url.replace(/key=../, "key=no")])
      expect((await open(url, inBrowser)).headers).toMatchObject({
        "cache-control": "private, no-store",
        "referrer-policy": "no-referrer",
        "x-robots-tag": "noindex",
        "x-frame-options": "DENY",
      });
    expect((await open(link.url)).headers["content-security-policy"]).toMatch(
      /^default-src 'none'; .*form-action 'none'; frame-ancestors 'none'$/,
    );
  });

  test("shows the latest revision, or always the one that it names", async () => {
    const { id, latest_revision_id: first } = await createLivePost(world.notes, { title: "First" });
    const [latest, fixed] = [await newLink(id), await newLink(id, { revision: first })];
    expect((await open(latest.url)).text).toContain("Preview of what is published now.");
    const change = { base_revision_id: first, title: "Second", slug: freshSlug() };
    await call(updatePost, { as: "ada", params: { id }, body: change });
    expect((await open(latest.url)).text).toContain("Preview of a version that is not the published one.");
    const titles = await Promise.all(
      [latest, fixed].map(async ({ json_url }) => (await open(json_url)).body),
    );
    expect(titles.map(({ title, meta }) => [title, meta.slug === change.slug])).toEqual([
      ["Second", true],
      ["First", false],
    ]);
    expect((await open(fixed.url)).text).toContain("<h1>First</h1>");
  });

  test("of an episode is made, listed and revoked at its own addresses, too; a post is no episode", async () => {
    const audio = await makeAudio({ title: "Bittern" });
    const body = {
      parent: { id: world.calls },
      title: "Dusk",
      overview: [],
      podcast_audio: { id: audio.id },
      episode_number: 5,
    };
    const { id, latest_revision_id } = (await call(createEpisode, { as: "ada", body })).body;
    const asked = { as: "ada", params: { id } };
    const { body: link } = await call(createEpisodePreviewLink, {
      ...asked,
      body: { revision: latest_revision_id },
    });
    expect((await open(link.url)).text).toContain(
      `<source src="/media/${audio.files.mp3?.key}" type="audio/mpeg"/>`,
    );
    const fields = `${new URL(link.json_url).search.slice(1)}&fields=*,podcast_audio,episode_number,season`;
    const draft = (await open(link.json_url, { query: fields })).body;
    expect(draft).toMatchObject({
      meta: { type: "site.Episode" },
      podcast_audio: { id: audio.id },
      episode_number: 5,
      season: null,
    });
    // Strangers cannot load the document of a player of a draft.
    expect(draft.webplayer_players).toEqual([]);
    await call(publishPost, asked);
    expect((await open(link.json_url)).body.webplayer_players).toHaveLength(1);
    expect(idsOf(await call(listEpisodePreviewLinks, asked))).toEqual([link.id]);
    const gone = { as: "ada", params: { id, link: link.id } };
    expect((await call(deleteEpisodePreviewLink, gone)).status).toBe(204);
    const { id: post } = await createDraft(world.notes);
    const other = { as: "ada", params: { id: post, link: 1 } };
    for (const route of [createEpisodePreviewLink, listEpisodePreviewLinks, deleteEpisodePreviewLink])
      expect((await call(route, other)).body.detail).toBe("Episode not found.");
  });
});

describe("restrictions", () => {
  let id: number;
  let link: { id: number; url: string; json_url: string };
  let image: Awaited<ReturnType<typeof makeImage>>;

  beforeAll(async () => {
    image = await makeImage({ collectionId: world.shows });
    const restricted = await createLivePost(world.calls, { title: "Only for members" });
    const shown = await createDraft(world.notes, {
      cover_image: { id: image.id, alt_text: "At dawn" },
      overview: [
        { type: "image", value: { id: image.id } },
        { type: "gallery", value: [{ id: image.id, caption: "grey" }] },
        paragraph(`<p><a linktype="page" id="${restricted.id}">members</a></p>`),
      ],
    });
    id = shown.id;
    link = await newLink(id);
    await setPageProperties(restricted.id, { restriction: { type: "login" } });
  });

  test("of the page and of those above it are passed, and what is above it stays unknown", async () => {
    await setPageProperties(id, { restriction: { type: "login" } });
    expect((await open(link.url)).text).toContain('<a href="/notes/">Notes</a>');
    await setPageProperties(world.notes, { restriction: { type: "groups", groups: [1] } });
    const { status, text } = await open(link.url);
    expect(status).toBe(200);
    expect(text).not.toContain("Notes");
    expect(text).not.toContain("Only for members");
    const { body } = await open(link.json_url);
    expect([body.id, body.meta.parent]).toEqual([id, null]);
    await call(publishPost, { as: "ada", params: { id } });
    expect((await call(readLivePage, { params: { id } })).status).toBe(404);
    expect(await statuses(link)).toEqual([200, 200]);
    await setPageProperties(world.notes, { restriction: null });
  });

  test("of collections stay: their media are left out of everything", async () => {
    const query = `${new URL(link.json_url).search.slice(1)}&fields=*,media,cover`;
    const shown = async () => [(await open(link.url)).text, (await open(link.json_url, { query })).text];
    for (const text of await shown()) expect(text).toContain("/heron");
    await changeSite(async ({ collections }) => ({
      collections: collections.map((each) => ({ ...each, restriction: { type: "login" } })),
    }));
    for (const text of await shown()) expect(text).not.toMatch(/heron|grey/);
    await changeSite(async ({ collections }) => ({
      collections: collections.map((each) => ({ ...each, restriction: null })),
    }));
  });
});

describe("a link that has ended", () => {
  const users = (bo: object) =>
    applyManifest({ version: 1, users: [{ username: "bo", groups: ["Writers"], ...bo }] });

  test("is answered like one that never was, byte for byte and header for header", async () => {
    const draftOfBo = async () => {
      const body = { parent: { id: world.notes }, title: freshSlug(), overview: [] };
      return (await call(createPost, { as: "bo", body })).body.id as number;
    };
    const id = await draftOfBo();
    const link = await newLink(id, {}, "bo");
    const binned = await draftOfBo();
    const [before, restored] = [await newLink(binned, {}, "bo"), await newLink(binned)];
    const [expired, revoked] = [await newLink(id, { expires_in: 60 }), await newLink(id)];
    pass(60);
    await revoke(id, revoked.id);
    await call(deletePost, { as: "ada", params: { id: binned } });
    const changed = (from: RegExp, to: string) => ({
      url: link.url.replace(from, to),
      json_url: link.json_url.replace(from, to),
    });
    const ended = {
      "another secret": changed(/key=.*/, `key=${"A".repeat(43)}`),
      "no secret": changed(/\?key=.*/, ""),
      "the secret of another link": changed(/previews\/\d+/, `previews/${restored.id}`),
      "another page": changed(/pages\/\d+/, `pages/${binned}`),
      "an unknown page": changed(/pages\/\d+/, "pages/987654321"),
      "an unknown link": changed(/previews\/\d+/, "previews/987654321"),
      "a number that is too large": changed(/previews\/\d+/, `previews/${"9".repeat(30)}`),
      "no number": changed(/previews\/\d+/, "previews/constructor"),
      expired,
      revoked,
      "a page in the bin": before,
    };
    const answersOf = async ({ url, json_url }: { url: string; json_url: string }) =>
      Promise.all([open(url, inBrowser), open(url), open(json_url)]);
    const gone = await answersOf(ended["an unknown link"]);
    expect(gone.map(({ status, text }) => [status, text.replace(/<.*Page not found.*>/s, "page")])).toEqual([
      [404, "page"],
      [404, '{"detail":"Not found."}'],
      [404, '{"message":"Not found.","detail":"Not found."}'],
    ]);
    for (const [name, addresses] of Object.entries(ended))
      expect(await answersOf(addresses), name).toEqual(gone);

    expect((await call(restoreFromBin, { as: "ada", params: { id: binned } })).status).toBe(200);
    for (const one of [before, restored]) expect(await answersOf(one)).toEqual(gone);
    expect(idsOf(await list(binned))).toEqual([]);
    expect(await statuses(await newLink(binned))).toEqual([200, 200]);

    expect(await statuses(link)).toEqual([200, 200]);
    await users({ groups: ["Guests"] });
    expect(await answersOf(link)).toEqual(gone);
    await users({ groups: ["Readers"] });
    expect(await answersOf(link)).toEqual(gone);
    await users({ active: false });
    expect(await answersOf(link)).toEqual(gone);
    await users({ active: true });
    expect(await statuses(link)).toEqual([200, 200]);
    expect((await call(deletePostPreviewLink, { as: "bo", params: { id, link: "x" } })).status).toBe(404);
  });

  test("at the moment at which the page goes to the bin is not made, or ends with it", async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await createDraft(world.notes);
      const [made] = await Promise.all([
        createPreviewLink(id, {
          makerId: null,
          revisionId: null,
          permit: () => {},
          expiresInSeconds: 60,
        }).catch(() => undefined),
        call(deletePost, { as: "ada", params: { id } }),
      ]);
      expect(made === undefined || made.link.id > 0).toBe(true);
      expect((await readPreviewLinks(id)).stored).toBeUndefined();
    }
  });
});

describe("the creation of a link", () => {
  let draft: number;

  beforeAll(async () => {
    draft = (await createDraft(world.notes)).id;
  });

  test.each([
    ["expires_in", 0, "min_value"],
    ["expires_in", -1, "min_value"],
    ["expires_in", 30 * day + 1, "max_value"],
    ["expires_in", 1e300, "max_value"],
    ["expires_in", "99999999999999999999", "max_value"],
    ["expires_in", 1.5, "invalid"],
    ["expires_in", "soon", "invalid"],
    ["expires_in", true, "invalid"],
    ["revision", 0, "min_value"],
    ["revision", "x", "invalid"],
    ["revision", 987_654_321, "not_found"],
  ])("refuses %s %j as %s", async (field, value, code) => {
    const { status, body } = await create(draft, { [field]: value });
    expect([status, body.errors[field]?.[0].code]).toEqual([400, code]);
    expect((await readPreviewLinks(draft)).links).toEqual([]);
  });

  test("refuses a revision of another page, and a hundred-and-first link", async () => {
    const [one, other] = [await createDraft(world.notes), await createDraft(world.notes)];
    const { body } = await create(one.id, { revision: other.latest_revision_id });
    expect(body.errors.revision[0].code).toBe("not_found");
    const { id } = await newLink(one.id, { expires_in: day });
    const full = await readPreviewLinks(one.id);
    const [first] = full.links;
    const many = Array.from({ length: 99 }, (_, index): PreviewLink => ({ ...first!, id: 900_000 + index }));
    await commitDecision(async () => ({
      writes: [putPreviewLinks(full, [...full.links, ...many])],
      value: undefined,
    }));
    const refused = await create(one.id);
    expect([refused.status, refused.body.code]).toEqual([409, "too_many_preview_links"]);
    await revoke(one.id, id);
    expect((await create(one.id)).status).toBe(201);
    pass(day);
    expect((await create(one.id)).status).toBe(201);
    expect((await list(one.id)).body.count).toBe(2);
  });

  test("works for a week, for as long as it says, or for 30 days at most", async () => {
    const { id } = await createDraft(world.notes);
    const [usual, short, long] = [
      await newLink(id),
      await newLink(id, { expires_in: 60, revision: null }),
      await newLink(id, { expires_in: String(30 * day) }),
    ];
    const secondsUntil = (link: { expires_at: string }) =>
      Date.parse(link.expires_at) - Date.parse(usual.expires_at);
    expect([secondsUntil(short), secondsUntil(long)]).toEqual([(60 - 7 * day) * 1000, 23 * day * 1000]);
    pass(59);
    expect(await statuses(short)).toEqual([200, 200]);
    pass(1);
    expect([await statuses(short), await statuses(usual)]).toEqual([
      [404, 404],
      [200, 200],
    ]);
    expect(idsOf(await list(id))).toEqual([long.id, usual.id]);
    expect((await revoke(id, short.id)).status).toBe(404);
    pass(30 * day);
    expect((await list(id)).body.results).toEqual([]);
  });

  test("of several links at once makes them all, and their revocation at once leaves none", async () => {
    const { id } = await createDraft(world.notes);
    const links = await Promise.all(Array.from({ length: 6 }, () => newLink(id)));
    expect(new Set(idsOf(await list(id)))).toEqual(new Set(links.map((link) => link.id)));
    await Promise.all(links.map((link) => revoke(id, link.id)));
    expect(idsOf(await list(id))).toEqual([]);
  });

  test("needs the right to edit and the scope, and shows its secret once", async () => {
    const { id, latest_revision_id } = await createDraft(world.notes);
    expect((await create(id, {}, "di")).body.code).toBe("permission_denied");
    expect((await create(id, {}, "ada-none")).body.code).toBe("insufficient_scope");
    const { id: link } = await newLink(id, { revision: latest_revision_id, expires_in: 60 }, "cy");
    expect((await list(id, "di")).status).toBe(403);
    expect((await list(id, "ada-none")).body.results).toEqual([
      {
        ...{ id: link, revision: latest_revision_id, created_by: "cy" },
        created_at: expect.any(String),
        expires_at: expect.any(String),
      },
    ]);
    expect((await revoke(id, link, "di")).status).toBe(403);
    expect((await revoke(id, link, "ada-none")).status).toBe(403);
    expect((await revoke(id, link, "ada")).status).toBe(204);
    expect((await create(world.notes)).body.detail).toBe("Post not found.");
  });

  test("with a token that is limited to other pages is refused", async () => {
    const token = { user: "ada", scopes: ["write"], parents: ["/home/notes"], secret: "lct_limited" };
    await applyManifest({ version: 1, tokens: [{ name: "limited", ...token }] });
    const [inside, outside] = [await createDraft(world.notes), await createDraft(world.calls)];
    expect((await create(outside.id, {}, token.secret)).status).toBe(403);
    const link = await newLink(inside.id, {}, token.secret);
    await revokeToken("limited");
    expect(await statuses(link)).toEqual([200, 200]);
  });
});
