import { execFile } from "node:child_process";
import { openAsBlob } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEditor, type Editor, uploadFileOf } from "#client/index.ts";
import { recordingPath } from "#test/support/recording-path.ts";
import { samplePhotograph } from "#test/support/sample-picture.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { root } from "#test/support/sources.ts";
import { freshSlug, useWorld } from "#test/support/world.ts";
import { tools } from "./install.ts";

const world = useWorld();
const service = useServedFiles();

let folder: string;
let editor: Editor;

beforeAll(async () => {
  folder = await mkdtemp(join(tools, "site-"));
  editor = createEditor({ url: service.url, token: "ada" });
});

afterAll(() => rm(folder, { recursive: true }));

interface Generator {
  readonly name: string;
  /** The program, and the folder that it writes. */
  readonly program: readonly string[];
  readonly output: string;
}

const generators: readonly Generator[] = [
  { name: "eleventy", program: ["@11ty/eleventy/cmd.cjs"], output: "_site" },
  { name: "astro", program: ["astro/bin/astro.mjs", "build"], output: "dist" },
];

/** Builds a site, and gives what the generator prints. */
const built = async (site: string, [file = "", ...args]: Generator["program"]): Promise<string> => {
  const env = {
    ...process.env,
    LECTERN_URL: service.url,
    ASTRO_TELEMETRY_DISABLED: "1",
    NODE_ENV: "production",
  };
  const command = [join(tools, "node_modules", file), ...args];
  return (await promisify(execFile)(process.execPath, command, { cwd: site, env })).stdout;
};

/** The pages of a built site, by their addresses. */
const pagesIn = async (folder: string): Promise<ReadonlyMap<string, string>> => {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith("index.html"));
  return new Map(
    await Promise.all(
      files.map(async (file) => {
        const address = `/${file.slice(0, -"index.html".length)}`;
        return [address, await readFile(join(folder, file), "utf8")] as const;
      }),
    ),
  );
};

/** The links of these pages that lead to none of them, though they are meant to: those without a host. */
const deadLinks = (pages: ReadonlyMap<string, string>): string[] =>
  [...pages].flatMap(([address, html]) =>
    [...html.matchAll(/<a\b[^>]*\shref="([^"]*)"/g)].flatMap(([, href = ""]) => {
      const { origin, pathname, hash } = new URL(href, `http://site.example${address}`);
      if (origin !== "http://site.example") return [];
      const target = pages.get(decodeURI(pathname));
      const isThere = target !== undefined && (hash === "" || target.includes(`id="${hash.slice(1)}"`));
      return isThere ? [] : [`${address}: ${href}`];
    }),
  );

test.each(generators)(
  "the example for $name is built, and built again after an edit, with what is public then",
  async ({ name, program, output }) => {
    const site = join(folder, name);
    await cp(join(root, "examples", name), site, { recursive: true });
    const build = () => built(site, program);
    const page = (path: string) => readFile(join(site, output, path, "index.html"), "utf8");

    const [slug, gone, calls] = [freshSlug(), freshSlug(), freshSlug()];
    const fields = { parent: { id: world.notes }, overview: [], detail_markdown: "Of **ice**." };
    const post = await editor.posts.publish(await editor.posts.create({ ...fields, title: "Ice", slug }));
    const other = await editor.posts.publish(
      await editor.posts.create({ ...fields, title: "Gone", slug: gone }),
    );
    const recording = uploadFileOf(await openAsBlob(recordingPath("chapters.mp3")), "calls.mp3");
    const audio = await editor.uploadAudio({ mp3: recording }, { title: "Calls", collection: world.shows });
    const call = await editor.episodes.publish(
      await editor.episodes.create({
        ...{ ...fields, parent: { id: world.calls }, title: "Calls", slug: calls },
        podcast_audio: { id: audio.id },
      }),
    );
    // Another page with the slug, which links to both.
    const linking = [post, call].map(({ id }) => `<a linktype="page" id="${id}">It</a>`).join(" and ");
    await editor.posts.publish(
      await editor.posts.create({
        ...{ title: "Twin", slug, parent: { id: world.calls }, overview: [] },
        detail: [{ type: "paragraph", value: linking }],
      }),
    );
    await build();
    expect(await page("")).toContain(`<a href="/notes/${slug}/">Ice</a>`);
    expect(await page(`notes/${slug}`)).toMatch(/<h1>Ice<\/h1>[\s\S]*Of <b>ice<\/b>/);
    const pages = await pagesIn(join(site, output));
    const live: number[] = [];
    for await (const { id } of editor.pages({ type: "site.Post" })) live.push(id);
    expect(pages.size, "the index, and a page each").toBe(1 + live.length);
    expect(deadLinks(pages)).toEqual([]);
    const styles = (await readdir(join(site, output), { recursive: true })).filter((file) =>
      file.endsWith(".css"),
    );
    expect(await readFile(join(site, output, styles[0] ?? ""), "utf8")).toContain(".gallery");
    expect(pages.get(`/calls/${slug}/`)).toContain(`<a href="/calls/${calls}/">It</a>`);

    await editor.posts.publish(await editor.posts.update(post, { title: "Thaw" }));
    await editor.posts.unpublish(other);
    const printed = await build();
    const index = await page("");
    expect(index).toContain(`<a href="/notes/${slug}/">Thaw</a>`);
    expect(index).not.toContain(gone);
    expect(await page(`notes/${slug}`)).toContain("<h1>Thaw</h1>");
    if (name === "astro") expect(printed).toContain("pages read: 1, gone: 1");
  },
);

const types: Readonly<Record<string, string>> = {
  ".avif": "image/avif",
  ".webp": "image/webp",
};

/** The files that a page names for its pictures, with the width that it says they have. */
const namedPictures = (html: string) =>
  [...html.matchAll(/ srcset="([^"]*)"/g)].flatMap(([, srcset = ""]) =>
    srcset.split(", ").map((source) => {
      const [url = "", width = ""] = source.replaceAll("&amp;", "&").split(" ");
      return { url, width: Number.parseInt(width, 10) };
    }),
  );

test.each(generators)(
  "the example for $name shows pictures in the widths that its page uses, and all of them are there",
  async ({ name, program, output }) => {
    const site = join(folder, `${name}-pictures`);
    await cp(join(root, "examples", name), site, { recursive: true });
    const photograph = uploadFileOf(new Blob([new Uint8Array(await samplePhotograph(2_600))]), "heron.jpg");
    const image = await editor.uploadImage(photograph, { title: "A heron", collection: world.shows });
    const slug = freshSlug();
    await editor.posts.publish(
      await editor.posts.create({
        ...{ parent: { id: world.notes }, overview: [], title: "Heron", slug },
        cover_image: { id: image.id, alt_text: "A heron" },
        detail: [{ type: "image", value: { id: image.id } }],
      }),
    );
    await built(site, program);
    const html = await readFile(join(site, output, "notes", slug, "index.html"), "utf8");
    const pictures = namedPictures(html);
    const widths = (extension: string) =>
      pictures.filter(({ url }) => url.endsWith(extension)).map(({ width }) => width);
    const rising = [400, 800, 1200, 1600, 2400];
    expect(widths(".avif"), "of the cover and of the block").toEqual([...rising, ...rising]);
    expect(widths(".webp")).toEqual(expect.arrayContaining(rising));
    for (const { url, width } of pictures) {
      const answer = await fetch(service.url + new URL(url).pathname);
      expect(answer.status, url).toBe(200);
      expect(answer.headers.get("content-type"), url).toBe(types[extname(url)]);
      const { autoOrient } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      expect(autoOrient.width, url).toBe(width);
    }
  },
);

test("the examples name the versions that are tested", async () => {
  const { dependencies: tested } = JSON.parse(await readFile(join(tools, "package.json"), "utf8"));
  for (const { name } of generators) {
    const { dependencies } = JSON.parse(await readFile(join(root, "examples", name, "package.json"), "utf8"));
    const { version } = JSON.parse(await readFile(join(root, "packages", name, "package.json"), "utf8"));
    expect(dependencies).toEqual({
      ...Object.fromEntries(Object.entries(tested).filter(([key]) => key.includes(name))),
      [`@lectern/${name}`]: version,
    });
  }
});
