// Proves contract rules: site-pages, site-restricted, code-colours.

import { hash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { hashPassword } from "#lib/access/passwords.ts";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { changeSite } from "#lib/actions/people/change-site.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import type { Restriction } from "#lib/pages/restriction.ts";
import { enterPassword } from "#lib/routes/accounts.ts";
import { publishEpisode, updatePost } from "#lib/routes/editor-posts.ts";
import { fallback } from "#lib/routes/fallback.ts";
import { listPages, readLivePage } from "#lib/routes/pages.ts";
import type { Method, Route } from "#lib/routes/route.ts";
import { plain } from "#lib/themes/plain-theme.ts";
import { call } from "#test/support/call.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { makeAudio, makeImage } from "#test/support/media.ts";
import {
  hiddenFieldsIn,
  linksIn,
  textIn,
  visit,
  withoutOwnScripts,
  withoutThemes,
} from "#test/support/site-pages.ts";
import { createDraft, createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();

const paragraph = (value: string) => ({ type: "paragraph", value });

/** Adds pages below the site's root page; gives their ids by path. */
const addPages = async (...children: readonly object[]): Promise<Readonly<Record<string, number>>> => {
  const home = { type: "site.HomePage", slug: "home", title: "Home", children };
  return (await applyManifest({ version: 1, pages: [home] })).ids.pages;
};

describe("the front page", () => {
  test("names the site, its blogs and podcasts and what is newest in them", async () => {
    const { slug } = await createLivePost(world.notes, { title: "First ice", visible_date: "2036-01-03" });
    const { status, body, headers } = await visit("/");
    expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    for (const part of [
      "<title>Test site</title>",
      '<link rel="canonical" href="https://notes.example/"/>',
      '<h2><a href="/notes/">Notes</a></h2><div class="paragraph"><p>Of the marsh.</p></div>',
      '<h2><a href="/calls/">Calls</a></h2>',
    ])
      expect(body).toContain(part);
    expect(textIn(body)).toContain("Newest First ice January 3, 2036 Notes");
    expect(linksIn(body)).toContain(`/notes/${slug}/`);
  });
});

describe("the page of a post", () => {
  test("is the post with its cover and its media, in its blog", async () => {
    const cover = await makeImage();
    const { slug } = await createLivePost(world.notes, {
      title: "A heron",
      seo_title: "A heron at dawn",
      search_description: "Grey on grey.",
      visible_date: "2026-01-02",
      categories: [world.birds],
      cover_image: { id: cover.id, alt_text: "A heron in the reeds" },
      overview: [paragraph("<p>It stood.</p>")],
      detail: [paragraph("<p>Then it <b>flew</b>.</p>")],
    });
    const { status, body } = await visit(`/notes/${slug}/`);
    expect(status).toBe(200);
    for (const part of [
      '<html lang="en">',
      "<title>A heron at dawn — Notes</title>",
      '<meta name="description" content="Grey on grey."/>',
      `<link rel="canonical" href="https://notes.example/notes/${slug}/"/>`,
      '<meta property="og:image" content="https://notes.example/media/',
      '<a href="/">Test site</a><a href="/notes/">Notes</a>',
      "<h1>A heron</h1>",
      'alt="A heron in the reeds"',
      "<p>It stood.</p>",
      "<p>Then it <b>flew</b>.</p>",
    ])
      expect(body).toContain(part);
    expect(textIn(body)).toContain("January 2, 2026 Birds");
    expect(body).not.toContain("noindex");
  });

  test("colours code with classes, which neither lists nor the API do", async () => {
    const code = { type: "code", value: { language: "python", source: "x = 'wren' # a bird" } };
    const { id, slug } = await createLivePost(world.notes, { overview: [code] });
    const { body, headers } = await visit(`/notes/${slug}/`);
    expect(body).toContain(
      `<code class="language-python">x = <span class="string">'wren'</span> <span class="comment"># a bird</span></code>`,
    );
    const styles = Array.from(body.matchAll(/<style>(.*?)<\/style>/gs), ([, style]) => style);
    const digests = styles.map((style) => `'sha256-${hash("sha256", style, "base64")}'`);
    expect(styles).toHaveLength(2);
    expect(headers["content-security-policy"]).toContain(`style-src ${digests.join(" ")};`);
    expect(headers["content-security-policy"]).not.toContain("script-src");
    const { html_overview } = (await call(readLivePage, { params: { id } })).body as never;
    for (const html of [html_overview, (await visit("/notes/")).body])
      expect(html).toContain(`<code class="language-python">x = 'wren' # a bird</code>`);
  });

  test("of an episode has its place in the podcast and its player", async () => {
    const audio = await makeAudio({ title: "Dawn over the fen" });
    await setPageProperties(world.calls, { seasons: [{ id: 1, key: "two", number: 2, name: "The fen" }] });
    const fields = { podcast_audio: { id: audio.id }, episode_number: 5, season: { id: 1 } };
    const { id, slug } = await createEpisodeDraft(world.calls, { title: "A bittern", ...fields });
    await call(publishEpisode, { as: "ada", params: { id } });
    const { body } = await visit(`/calls/${slug}/`);
    expect(textIn(body)).toContain("Season 2, The fen · Episode 5 A bittern");
    expect(body).toContain('<audio controls preload="none" aria-label="Dawn over the fen">');
  });

  test("shows what is published, not what is being written", async () => {
    const { id, slug, latest_revision_id } = await createLivePost(world.notes, { title: "Before" });
    const body = { base_revision_id: latest_revision_id, title: "After" };
    expect((await call(updatePost, { as: "ada", params: { id }, body })).status).toBe(200);
    expect((await visit(`/notes/${slug}/`, { as: "ada" })).body).toContain("<h1>Before</h1>");
  });

  test("below a draft blog says nothing of the blog", async () => {
    const ids = await addPages({ type: "site.Blog", slug: "plans", title: "Secret plans", live: false });
    const { slug } = await createLivePost(ids["/home/plans"]!, {
      title: "A first plan",
      visible_date: "2035-01-01",
    });
    const pages = [await visit("/"), await visit(`/plans/${slug}/`)];
    for (const { status, body } of pages) {
      expect(status).toBe(200);
      expect(body).toContain("A first plan");
      expect(body).not.toMatch(/Secret plans|href="\/plans\/"/);
    }
  });

  test("shows only the media that its reader may see", async () => {
    const image = await makeImage({ collectionId: world.shows, title: "Behind the scenes" });
    const { slug } = await createLivePost(world.notes, {
      detail: [{ type: "image", value: { id: image.id } }],
    });
    await changeSite(async ({ collections }) => ({
      collections: collections.flatMap((each) =>
        each.id === world.shows ? { ...each, restriction: { type: "login" } } : [],
      ),
    }));
    const shownTo = async (as: { as?: string }) =>
      (await visit(`/notes/${slug}/`, as)).body.includes("Behind the scenes");
    expect([await shownTo({}), await shownTo({ as: "ed" })]).toEqual([false, true]);
  });
});

describe("the page of a blog", () => {
  const titles = Array.from({ length: 41 }, (_, index) => `Day ${String(index + 1).padStart(2, "0")}`);

  beforeAll(async () => {
    const posts = titles.map((title, index) => ({
      type: "site.Post",
      slug: `day-${index + 1}`,
      title,
      visible_date: new Date(Date.UTC(2024, 0, index + 1)).toISOString(),
      overview_markdown: `Overview of ${title}.`,
      ...(index === 40 ? { detail_markdown: "And more of it.", categories: ["birds"] } : {}),
    }));
    const days = { type: "site.Blog", slug: "days", title: "Days", search_description: "One a day." };
    await addPages({ ...days, children: posts }, { type: "site.Blog", slug: "empty", title: "Empty" });
  });

  const listed = async (address: string): Promise<string[]> => {
    const { status, body } = await visit(address);
    expect(status).toBe(200);
    return Array.from(body.matchAll(/<h2><a href="[^"]+">(Day \d\d)<\/a>/g), ([, title]) => String(title));
  };

  test("lists its posts, the newest first, twenty a page", async () => {
    const pages = ["/days/", "/days/?page=2", "/days/?page=3"];
    const shown = await Promise.all(pages.map(listed));
    expect(shown.flat()).toEqual(titles.toReversed());
    expect(shown.map((page) => page.length)).toEqual([20, 20, 1]);
  });

  test("shows of a post what it is about, and leads to the rest", async () => {
    const { body } = await visit("/days/");
    expect(textIn(body)).toContain("Day 41 February 10, 2024 Birds Overview of Day 41. Read more Day 40");
    expect(body).not.toContain("And more of it.");
    expect(body).toContain('<meta name="description" content="One a day."/>');
  });

  test.each([
    ["/days/", "https://notes.example/days/", null, "/days/?page=2"],
    ["/days/?page=1", "https://notes.example/days/", null, "/days/?page=2"],
    ["/days/?page=2", "https://notes.example/days/?page=2", "/days/", "/days/?page=3"],
    ["/days/?page=7&page=3", "https://notes.example/days/?page=3", "/days/?page=2", null],
    ["/days/?page=", "https://notes.example/days/", null, "/days/?page=2"],
  ])("at %s is known as %s and leads on", async (address, canonical, previous, next) => {
    const { body } = await visit(address);
    const linkOf = (rel: string) => new RegExp(`rel="${rel}" href="([^"]*)"`).exec(body)?.[1] ?? null;
    expect([linkOf("canonical"), linkOf("prev"), linkOf("next")]).toEqual([canonical, previous, next]);
  });

  test.each(["0", "-1", "4", "1.5", "two", "99999999999999999999", "1e1"])("has no page %s", async (page) => {
    const { status, body } = await visit(`/days/?page=${page}`);
    expect([status, textIn(body)]).toEqual([404, expect.stringContaining(`There is no page “${page}”.`)]);
    expect(body).toContain('content="noindex"');
  });

  test("that has no posts says so", async () => {
    const { status, body } = await visit("/empty/");
    expect([status, textIn(body)]).toEqual([200, expect.stringContaining("There are no posts yet.")]);
    expect((await visit("/empty/?page=2")).status).toBe(404);
  });
});

describe("addresses", () => {
  test("that the API gives lead to their pages, whoever asks", async () => {
    for (const as of [{}, { as: "ed" }]) {
      const { body } = await call(listPages, { ...as, query: "limit=200" });
      expect(body.results.length).toBeGreaterThan(40);
      for (const { meta, title } of body.results) {
        const page = await visit(meta.html_url.replace("https://notes.example", ""), as);
        expect([meta.html_url, page.status]).toEqual([meta.html_url, 200]);
        if (meta.type !== "site.HomePage") expect(page.body).toContain(`>${title}</h1>`);
      }
    }
  });

  test("in pages lead to pages", async () => {
    const { body } = await visit("/");
    const addresses = new Set(linksIn(body));
    // Files, feeds and apps have addresses of their own.
    for (const address of addresses)
      for (const link of linksIn((await visit(address)).body))
        if (/^\/(?!media\/)/.test(link)) addresses.add(link);
    expect(addresses.size).toBeGreaterThan(40);
    for (const address of addresses) expect([address, (await visit(address)).status]).toEqual([address, 200]);
  });

  test("need no slash at their end", async () => {
    const [one, other] = [await visit("/notes/"), await visit("/notes")];
    expect([other.status, other.body]).toEqual([200, one.body]);
  });

  test("may hold letters of any script", async () => {
    await createLivePost(world.notes, { title: "日本語", slug: undefined });
    const { status, body } = await visit(`/notes/${encodeURIComponent("日本語")}/`);
    expect(status).toBe(200);
    expect(body).toContain(`href="https://notes.example/notes/${encodeURIComponent("日本語")}/"`);
  });

  test("of drafts and of nothing get the same page", async () => {
    const draft = await createDraft(world.notes, { title: "Not yet" });
    const pages = await Promise.all([
      ...[`/notes/${draft.slug}/`, "/notes/no-such-post/", "/no-such-blog/", "/notes/a/b/c/"].map((path) =>
        visit(path),
      ),
      visit(`/notes/${draft.slug}/`, { as: "ada" }),
    ]);
    const [{ body: first } = { body: "" }] = pages;
    expect(textIn(first)).toContain("Page not found");
    for (const { status, body } of pages)
      expect([status, withoutThemes(body)]).toEqual([404, withoutThemes(first)]);
  });

  test.each([
    ["with an empty slug", "/notes//"],
    ["of nothing but slashes", "//"],
    ["in another case", "/API/"],
    ["with a null character", "/%00/"],
    ["that would go up", "/..%2F/"],
    ["of many slugs", `/${"a/".repeat(400)}`],
    ["with a script", "/<script>alert(1)</script>/"],
  ])("%s lead to the page that there is none", async (_, path) => {
    const { status, body, headers } = await visit(path);
    expect([status, headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    expect(textIn(body)).toContain("Page not found");
    expect(body).not.toContain("<script");
  });
});

describe("restrictions", () => {
  const restricted = async (restriction: Restriction, title: string): Promise<string> => {
    const post = await createLivePost(world.notes, { title });
    await setPageProperties(post.id, { restriction });
    return `/notes/${post.slug}/`;
  };

  const editors = async () =>
    (await changeSite(async () => undefined)).groups.find(({ name }) => name === "Editors")!.id;

  test("by login send strangers to the sign-in form and back", async () => {
    const path = await restricted({ type: "login" }, "For members");
    const { status, headers, body } = await visit(`${path}?theme=plain&x=${encodeURIComponent("&y")}`);
    expect([status, body]).toEqual([302, ""]);
    const location = new URL(headers.location!, "https://notes.example");
    expect(location.pathname).toBe("/accounts/login/");
    expect(location.searchParams.get("next")).toBe(`${path}?theme=plain&x=%26y`);
    expect((await visit(path, { as: "ed" })).body).toContain("For members");
  });

  test("by groups tell those who are in none of them", async () => {
    const path = await restricted({ type: "groups", groups: [await editors()] }, "For editors");
    expect((await visit(path)).status).toBe(302);
    const refused = await visit(path, { as: "ed" });
    expect([refused.status, textIn(refused.body)]).toEqual([403, expect.stringContaining("No access")]);
    expect(refused.body).not.toContain("For editors");
    for (const as of ["ada", "su"]) expect((await visit(path, { as })).status).toBe(200);
  });

  test("hold for the pages below, the outermost first", async () => {
    const ids = await addPages({ type: "site.Blog", slug: "inner", title: "Inner circle" });
    const { id, slug } = await createLivePost(ids["/home/inner"]!, { title: "Rites" });
    await setPageProperties(id, { restriction: { type: "groups", groups: [await editors()] } });
    await setPageProperties(ids["/home/inner"]!, { restriction: { type: "login" } });
    const statuses = async (as: { as?: string }) =>
      Promise.all(["/inner/", `/inner/${slug}/`].map(async (path) => (await visit(path, as)).status));
    expect(await statuses({})).toEqual([302, 302]);
    expect(await statuses({ as: "ed" })).toEqual([200, 403]);
    expect(await statuses({ as: "ada" })).toEqual([200, 200]);
    expect((await visit("/inner/", { as: "ed" })).body).not.toContain("Rites");
    for (const title of ["Inner circle", "Rites"]) expect((await visit("/")).body).not.toContain(title);
  });

  test("by a password ask for it, and show the page once it was right", async () => {
    const restriction = { type: "password", passwordHash: await hashPassword("reed & rush") } as const;
    const path = await restricted(restriction, "Hidden nest");
    const asked = await visit(`${path}?theme=plain`);
    expect([asked.status, textIn(asked.body)]).toEqual([403, expect.stringContaining("Password needed")]);
    expect(asked.body).not.toContain("Hidden nest");
    expect(asked.headers["content-security-policy"]).toContain("form-action 'self'");
    expect(asked.body).toContain('<form class="password" method="post" action="/accounts/password/">');

    const { page, next } = hiddenFieldsIn(asked.body);
    expect(next).toBe(`${path}?theme=plain`);
    const enter = (password: string) => call(enterPassword, { body: { page, next, password } });
    const wrong = await enter("sedge");
    const again = await visit(wrong.headers.location!);
    expect(textIn(again.body)).toContain("Wrong password.");
    expect(hiddenFieldsIn(again.body)).toEqual({ page, next });

    const right = await enter("reed & rush");
    expect([right.status, right.headers.location]).toEqual([303, next]);
    const cookie = right.cookies.map((each) => each.split(";")[0]).join("; ");
    const shown = await visit(path, { headers: { cookie } });
    expect([shown.status, shown.headers["cache-control"]]).toEqual([200, "private, no-store"]);
    expect(shown.body).toContain("Hidden nest");
  });

  test("by a password ask superusers, too", async () => {
    const path = await restricted({ type: "password", passwordHash: "x" }, "Hidden from all");
    expect((await visit(path, { as: "su" })).status).toBe(403);
  });

  test("send people back to addresses that forms take", async () => {
    const path = await restricted({ type: "login" }, "Far away");
    const { headers } = await visit(`${path}?x=${"a".repeat(3000)}`);
    expect(new URL(headers.location!, "https://notes.example").searchParams.get("next")).toBe(path);
  });

  test("keep every answer from those who are not asked for", async () => {
    const path = await restricted({ type: "login" }, "Quietly");
    for (const as of [{}, { as: "ed" }]) {
      const { headers } = await visit(path, as);
      expect(headers["cache-control"]).toBe("private, no-store");
      expect(headers.vary).toContain("Cookie");
    }
  });
});

describe("every page", () => {
  const pages: readonly (readonly [string, number])[] = [
    ["/", 200],
    ["/notes/", 200],
    ["/no-such-page/", 404],
  ];

  test.each(pages)(
    "%s lets nothing run but scripts of the site, and sends forms nowhere but to the site",
    async (path) => {
      const { headers, body } = await visit(path);
      const policy = headers["content-security-policy"]!;
      for (const part of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
        expect(policy).toContain(part);
      expect(policy).toContain(`form-action ${body.includes("<form") ? "'self'" : "'none'"};`);
      expect(policy).not.toContain("unsafe");
      expect(withoutOwnScripts(body)).not.toMatch(/<script| on[a-z]+=| style=/);
    },
  );

  test.each(pages)("%s is shown to browsers whatever they accept", async (path, status) => {
    for (const accept of ["image/png", "application/json", "text/html"]) {
      const answer = await visit(path, { headers: { accept } });
      expect([answer.status, answer.headers["content-type"]]).toEqual([status, "text/html; charset=utf-8"]);
    }
  });

  test("may be kept by everybody who asks again, where everybody gets it", async () => {
    const { headers } = await visit("/notes/");
    expect(headers["cache-control"]).toBe("public, no-cache");
    const again = await visit("/notes/", { headers: { "if-none-match": headers.etag! } });
    expect([again.status, again.body]).toEqual([304, ""]);
    const known = await visit("/notes/", { as: "ed" });
    expect(known.headers["cache-control"]).toBe("private, no-store");
  });

  test("is in the theme that there is, whichever the request names", async () => {
    for (const query of ["theme=plain", "theme=no-such-theme", "template_base_dir=plain&theme=x"])
      expect((await visit(`/notes/?${query}`)).body).toContain(`<style>${plain.style}</style>`);
  });

  test("shows hostile words as words", async () => {
    const hostile = `"><img src=x onerror=alert(1)><script>alert(2)</script>'`;
    const { slug } = await createLivePost(world.notes, {
      title: hostile,
      seo_title: hostile,
      search_description: hostile,
      tags: [hostile],
      visible_date: "2037-01-01",
      overview: [{ type: "code", value: { language: "sh", source: hostile } }],
    });
    for (const path of ["/", "/notes/", `/notes/${slug}/`]) {
      const { status, body } = await visit(path);
      expect(status).toBe(200);
      expect(body).toContain("&lt;script>alert(2)&lt;/script>");
      for (const [, data = ""] of body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs))
        expect(JSON.parse(data)).toHaveProperty("@graph");
      expect(withoutOwnScripts(body)).not.toMatch(/<script|<img src=x/);
    }
  });
});

describe("what is no page", () => {
  const send = (method: string, path: string) =>
    call({ ...fallback, method: method as Method, path } as Route);

  test.each([
    ["GET", "/api/nothing/", 404, ""],
    ["GET", "/accounts/nothing/", 404, ""],
    ["GET", "/accounts/", 404, ""],
    ["DELETE", "/media/", 405, "GET, HEAD, OPTIONS"],
    ["PUT", "/api/nothing/", 404, ""],
    ["GET", "/accounts/logout/", 405, "POST, OPTIONS"],
    ["PUT", "/notes/", 405, "GET, POST, HEAD, OPTIONS"],
    ["DELETE", "/", 405, "GET, POST, HEAD, OPTIONS"],
    ["POST", "/media/images/1/a.jpg", 405, "GET, HEAD, OPTIONS"],
  ])("%s %s is %i, in JSON, and says what is allowed", async (method, path, status, allow) => {
    const answer = await send(method, path);
    expect([answer.status, answer.headers.allow]).toEqual([status, allow]);
    expect(answer.headers["content-type"]).toBe("application/json");
  });
});
