import { execFile } from "node:child_process";
import { openAsBlob } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEditor, type Editor, uploadFileOf } from "#client/index.ts";
import { recordingPath } from "#test/support/recording-path.ts";
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
    const [file, ...args] = program;
    const build = async () => {
      const env = {
        ...process.env,
        LECTERN_URL: service.url,
        ASTRO_TELEMETRY_DISABLED: "1",
        NODE_ENV: "production",
      };
      const command = [join(tools, "node_modules", file!), ...args];
      return (await promisify(execFile)(process.execPath, command, { cwd: site, env })).stdout;
    };
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
