import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useServedFiles } from "../../../test/support/served-files.ts";
import { freshSlug, useWorld } from "../../../test/support/world.ts";
import { lecternLiveLoader, lecternLoader } from "../../astro/src/index.ts";
import lectern, { type LecternData, type LecternOptions } from "../../eleventy/src/index.ts";
import { createEditor, type Editor, type FollowedPage, imageAttributes, imageSources } from "../src/index.ts";

const world = useWorld();
const service = useServedFiles();

let folder: string;
let editor: Editor;
let requests = 0;

/** Counts what the loaders ask for. */
const counted: typeof fetch = (...args) => {
  requests++;
  return fetch(...args);
};

const livePost = async (title: string) =>
  editor.posts.publish(
    await editor.posts.create({
      title,
      slug: freshSlug(),
      parent: { id: world.notes },
      overview: [],
      detail_markdown: `Of **${title}**.`,
    }),
  );

const rename = async (id: number, title: string) =>
  editor.posts.publish(await editor.posts.update(await editor.posts.read(id), { title }));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-loaders-"));
  editor = createEditor({ url: service.url, token: "ada" });
});

afterAll(() => rm(folder, { recursive: true }));

describe("the loader for Astro", () => {
  /** Astro's store and what it keeps between builds. */
  const astro = () => {
    const entries = new Map<
      string,
      { data: { title?: string }; digest: string; rendered?: { html: string } }
    >();
    const kept = new Map<string, string>();
    const context = {
      store: {
        set: (entry: { id: string; data: object; digest: string }) =>
          entries.get(entry.id)?.digest !== entry.digest && !!entries.set(entry.id, entry),
        delete: (id: string) => void entries.delete(id),
        clear: () => entries.clear(),
        keys: () => [...entries.keys()],
        values: () => [...entries].map(([id, { data }]) => ({ id, data: data as FollowedPage })),
      },
      meta: {
        get: (key: string) => kept.get(key),
        set: (key: string, value: string) => void kept.set(key, value),
      },
      generateDigest: (data: object) => JSON.stringify(data),
      parseData: async <Data>({ data }: { readonly data: Data }) => data,
      logger: { info: () => {} },
    };
    return { entries, context };
  };

  test("reads all pages, then one edit in two requests, and everything again for other options", async () => {
    const [frost, gone] = [await livePost("Frost"), await livePost("Gone")];
    const { entries, context } = astro();
    const loader = lecternLoader({ url: service.url, fetch: counted });
    await loader.load(context);
    const id = String(frost.id);
    expect(entries.get(id)!.data.title).toBe("Frost");
    expect(entries.get(id)!.rendered!.html).toContain("<b>Frost</b>");
    const digest = entries.get(id)!.digest;

    await rename(frost.id, "Hoarfrost");
    requests = 0;
    await loader.load(context);
    expect(requests).toBe(2);
    expect(entries.get(id)!.data.title).toBe("Hoarfrost");
    expect(entries.get(id)!.digest).not.toBe(digest);
    await editor.posts.unpublish(gone);
    await loader.load(context);
    expect(entries.has(String(gone.id))).toBe(false);

    await lecternLoader({ url: service.url, fields: "_,title" }).load(context);
    expect(Object.keys(entries.get(id)!.data).sort()).toEqual(["digest", "id", "title"]);
  });

  test("leads links to its pages to the site, also after the page that they mean has moved", async () => {
    const target = await livePost("Linked to");
    const from = await editor.posts.publish(
      await editor.posts.create({
        ...{ title: "From", slug: freshSlug(), parent: { id: world.notes }, overview: [] },
        detail: [{ type: "paragraph", value: `<a linktype="page" id="${target.id}">it</a>` }],
      }),
    );
    const { entries, context } = astro();
    const loader = lecternLoader({ url: service.url, linkBase: "/blog" });
    const htmlOf = () => entries.get(String(from.id))!.rendered!.html;
    await loader.load(context);
    expect(htmlOf()).toContain(`<a href="/blog/notes/${target.slug}/">`);
    const moved = freshSlug();
    const read = await editor.posts.read(target.id);
    await editor.posts.publish(await editor.posts.update(read, { slug: moved }));
    await loader.load(context);
    expect(htmlOf()).toContain(`<a href="/blog/notes/${moved}/">`);
  });

  test("renders what is told anew although its digest is the same, as after a change of what it links to", async () => {
    const { id } = await livePost("Linked");
    const { entries, context } = astro();
    await lecternLoader({ url: service.url }).load(context);
    const { digest } = entries.get(String(id))!.data as { digest?: string };
    await rename(id, "Relinked");
    const relinked: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      if (!String(input).includes(`/pages/${id}/`)) return answer;
      return Response.json({ ...(await answer.json()), title: "Linked", digest, html_detail: "<p>Relinked" });
    };
    await lecternLoader({ url: service.url, fetch: relinked }).load(context);
    expect(entries.get(String(id))!.rendered!.html).toBe("<p>Relinked");
  });

  test("begins anew after a run with other options that was cut off, and reads everything with a token", async () => {
    const { id } = await livePost("Cut off");
    const { entries, context } = astro();
    const loader = lecternLoader({ url: service.url });
    await loader.load(context);
    const dying = { ...context, parseData: () => Promise.reject(new Error("killed")) };
    await expect(lecternLoader({ url: service.url, fields: "_,title" }).load(dying)).rejects.toThrow(
      "killed",
    );
    expect(entries.size).toBe(0);
    await livePost("Another"); // so that the store is not empty
    entries.set("0", { data: {}, digest: "" });
    await loader.load(context);
    expect(entries.has(String(id))).toBe(true);
    expect(entries.has("0")).toBe(false);
    const asAda = lecternLoader({ url: service.url, token: "ada" });
    await asAda.load(context);
    entries.delete(String(id));
    await asAda.load(context);
    expect(entries.has(String(id))).toBe(true);
    entries.set("0", { data: {}, digest: "" });
    await loader.load(context);
    expect(entries.has("0")).toBe(false);
  });

  test("gives live collections what the service has now", async () => {
    const { id } = await livePost("Live");
    const loader = lecternLiveLoader({ url: service.url });
    const entry = await loader.loadEntry({ filter: { id: String(id) } });
    expect(entry).toMatchObject({ id: String(id), data: { title: "Live", tags: [] } });
    expect(entry!.rendered!.html).toContain("<b>Live</b>");
    expect(await loader.loadEntry({ filter: { id: "999999" } })).toBeUndefined();
    await rename(id, "Lively");
    const { entries } = await loader.loadCollection({ filter: { search: "lively" } });
    expect(entries.map(({ data }) => data.title)).toEqual(["Lively"]);
  });
});

describe("the plugin for Eleventy", () => {
  const build = async (options: Partial<LecternOptions> = {}): Promise<LecternData> => {
    let data: (() => Promise<LecternData>) | undefined;
    const config = {
      addGlobalData: (_: string, given: () => Promise<LecternData>) => {
        data = given;
      },
    };
    lectern(config, { url: service.url, cache: join(folder, "cache"), fetch: counted, ...options });
    return data!();
  };

  const titlesOf = ({ posts }: LecternData) => posts.map(({ title }) => title);

  test("gives templates all posts, newest first, and takes one edit in two requests", async () => {
    const ice = await livePost("Ice");
    const first = await build();
    expect(titlesOf(first)).toContain("Ice");
    await rename(ice.id, "Thaw");
    requests = 0;
    const second = await build();
    expect(requests).toBe(2);
    expect(titlesOf(second).sort()).toEqual(
      titlesOf(first)
        .map((title) => (title === "Ice" ? "Thaw" : title))
        .sort(),
    );
    const dates = second.posts.map((post) => ("visible_date" in post ? String(post.visible_date) : ""));
    expect(dates).toEqual(dates.toSorted().reverse());
  });

  test("reads everything again where files of its cache are missing or damaged", async () => {
    const known = titlesOf(await build());
    const pages = join(folder, "cache/pages");
    const [one, two] = (await readdir(pages)).filter((name) => name.endsWith(".json"));
    await rm(join(pages, one!));
    expect(titlesOf(await build())).toEqual(known);
    await writeFile(join(pages, two!), '{"id": 1');
    expect(titlesOf(await build())).toEqual(known);
    await writeFile(join(folder, "cache/state.json"), "{");
    expect(titlesOf(await build())).toEqual(known);
  });

  test("keeps one cache for builds at the same time, also with other options, and with few fields", async () => {
    const known = titlesOf(await build()).sort();
    const cache = join(folder, "shared");
    const few = { cache, fields: "_,title" };
    for (let round = 0; round < 3; round++) {
      const both = await Promise.all([build({ cache }), build({ cache }), build(few)]);
      for (const data of both) expect(titlesOf(data).sort()).toEqual(known);
    }
    for (const post of (await build({ cache })).posts) expect(post).toHaveProperty("media");
  });

  test("does not show strangers what it has read with a token", async () => {
    const cache = join(folder, "tokens");
    await build({ cache, token: "ada" });
    requests = 0;
    await build({ cache });
    expect(requests).toBeGreaterThan(2);
  });

  test("leaves what else is in the folder of its cache", async () => {
    await writeFile(join(folder, "cache/notes.txt"), "mine");
    await writeFile(join(folder, "cache/pages/notes.txt"), "mine");
    await build({ fields: "_,title" });
    expect(await readdir(join(folder, "cache"))).toContain("notes.txt");
    expect(await readdir(join(folder, "cache/pages"))).toContain("notes.txt");
  });

  test("shows drafts in the place of what is public", async () => {
    const post = await livePost("Public");
    const draft = { id: post.id, title: "Draft", meta: { type: "site.Post" }, visible_date: "2026-01-01" };
    const url = `data:application/json,${encodeURIComponent(JSON.stringify(draft))}`;
    const titles = titlesOf(await build({ drafts: [url] }));
    expect(titles).toContain("Draft");
    expect(titles).not.toContain("Public");
    await expect(build({ drafts: [`${service.url}/api/nothing/`] })).rejects.toThrow(
      /is not there any more \(404\)/,
    );
  });
});

test("an image has one file for each width, and says how wide it is shown; an animation has only its own", () => {
  const image = {
    url: "/heron.jpg",
    width: 1600,
    height: 1000,
    alt_text: "A heron",
    renditions: [
      { url: "/heron-1600.webp", width: 1600 },
      { url: "/heron-512.webp", width: 512 },
    ],
  };
  expect(imageAttributes(image, "50vw")).toEqual({
    src: "/heron.jpg",
    srcset: "/heron-512.webp 512w, /heron-1600.webp 1600w",
    sizes: "50vw",
    width: 1600,
    height: 1000,
    alt: "A heron",
  });
  expect(imageAttributes({ ...image, animated: true }).srcset).toBe("/heron.jpg 1600w");
  const large = { ...image, url: "/heron-large.jpg", width: 6000 };
  expect(imageAttributes(large).srcset).toBe("/heron-512.webp 512w, /heron-1600.webp 1600w");
  const small = { ...large, renditions: image.renditions.slice(1) };
  expect(imageAttributes(small).srcset).toBe("/heron-512.webp 512w, /heron-large.jpg 6000w");
  expect(imageSources(image)).toEqual([]);
  const avif = [
    { url: "/heron-1600.avif", width: 1600 },
    { url: "/heron-400.avif", width: 400 },
  ];
  expect(imageSources({ ...image, avif }, "50vw")).toEqual([
    { type: "image/avif", srcset: "/heron-400.avif 400w, /heron-1600.avif 1600w", sizes: "50vw" },
  ]);
});
