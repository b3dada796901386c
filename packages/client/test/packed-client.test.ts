import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { exampleOf } from "../../../lib/openapi/operation.ts";
import { routes } from "../../../lib/routes/table.ts";
import packageFile from "../../../package.json" with { type: "json" };
import { run, usePackedClient } from "./packed.ts";

const packed = usePackedClient();

test("it loads where nothing else is installed", async () => {
  const program = `import * as all from "@lectern/client";
import * as reading from "@lectern/client/read";
console.log(Object.keys(all).sort().join(), Object.keys(reading).sort().join());`;
  await writeFile(join(packed.folder, "program.js"), program);
  const { stdout } = await run(process.execPath, ["program.js"], { cwd: packed.folder });
  const shared = "Refusal,Unreachable,addressOf,";
  const reading = "imageAttributes,imageSources,isAddressed,linkTargets,rewriteLinks";
  expect(stdout).toBe(
    `${shared}createEditor,createReader,${reading},setUp,uploadFileOf ${shared}createReader,${reading}\n`,
  );
});

test.each([
  ["all of it", "@lectern/client", 6_800],
  ["reading", "@lectern/client/read", 5_000],
])("%s takes less than its share of a page, compressed", async (_name, module, maxBytes) => {
  const { outputFiles } = await build({
    stdin: { contents: `export * from "${module}";`, resolveDir: packed.folder },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
  });
  expect(gzipSync(outputFiles[0]!.contents).length).toBeLessThan(maxBytes);
});

test("its package has the service's version, names no files that are not there, and needs no other package", async () => {
  const described = JSON.parse(
    await readFile(join(packed.folder, "node_modules/@lectern/client/package.json"), "utf8"),
  );
  expect(described.version).toBe(packageFile.version);
  expect(described.dependencies).toBeUndefined();
  const files = Object.values<string | Record<string, string>>(described.exports).flatMap((named) =>
    typeof named === "string" ? [named] : Object.values(named),
  );
  expect(files).toContain("./blocks.css");
  for (const file of files)
    expect(await readFile(join(packed.folder, "node_modules/@lectern/client", file), "utf8")).not.toBe("");
});

/** Gives each example of an answer to the type that the operation has. */
const programOfAnswers = (): string => {
  const answers = routes.flatMap((route) => {
    const { status, answer } = exampleOf(route) ?? {};
    return route.answer && status === route.status && answer !== undefined ? [{ route, answer }] : [];
  });
  expect(answers.length).toBeGreaterThan(60);
  const lines = answers.map(({ route: { method, path }, answer }, index) => {
    const type = `AnswerOf<"${path}", "${method.toLowerCase()}">`;
    return `export const answer${index}: ${type} = ${JSON.stringify(answer)};`;
  });
  return ['import type { AnswerOf } from "@lectern/client";', ...lines].join("\n");
};

/** What types know: a block by its type, what a path needs, and what it gives. */
const programOfUses = `import { createEditor, type NewPrivateFeed, setUp } from "@lectern/client";
const editor = createEditor({ url: "https://notes.example", token: "secret" });
export const captions = async (id: number): Promise<string[]> => {
  const post = await editor.posts.read(id);
  return post.detail.flatMap((block) => {
    switch (block.type) {
      case "gallery":
        return block.value.map(({ caption }) => caption ?? "");
      case "code":
        return [block.value.language];
      default:
        return [];
    }
  });
};
export const found = async (): Promise<number> =>
  (await editor.request("get", "/api/cms/pages/", { query: { search: "heron" } })).count;
const draft = await editor.posts.create({ title: "", slug: "", parent: { id: 3 }, overview: [] });
export const isLive: boolean = (await editor.posts.publish(draft)).live;
// @ts-expect-error a parameter of the path is missing
await editor.request("get", "/api/cms/pages/{id}/");
// @ts-expect-error there is no such operation
await editor.request("post", "/api/cms/pages/");
// @ts-expect-error there is no such field
await editor.posts.create({ titel: "", slug: "", parent: { id: 3 }, overview: [] });
for await (const { title, tags, meta } of editor.pages({ type: "site.Post", fields: "*,tags" })) {
  const names: string[] = [title, meta.html_url, ...tags.map(({ name }) => name)];
  console.log(names);
}
for await (const page of editor.pages({ type: "site.Post", fields: "_,title" }))
  // @ts-expect-error nobody has asked for it
  console.log(page.body);
for await (const step of editor.follow({ types: ["site.Episode"] }))
  if (step.kind === "page") console.log(step.page.podcast_audio?.files[0]?.url, step.page.html_detail.length);
const home = await editor.page(3, { type: "site.HomePage" });
console.log(home?.meta.seo_title.length, home?.meta.parent?.title);
// @ts-expect-error home pages have no description
console.log(home?.description);
// @ts-expect-error an editor has a token or a session
createEditor({ url: "https://notes.example" });
const { groups, may } = await createEditor({ url: location.origin, session: true }).request("get", "/api/editor/whoami/");
export const isModerator: boolean = groups.includes("Moderators") && may.moderate;
const { urls }: NewPrivateFeed = await editor.createPrivateFeed(4);
console.log(urls.mp3?.length);
const { kinds } = await editor.request("get", "/api/editor/schema/");
for (const { name, type, required } of kinds.post?.fields ?? []) console.log(name.length, type, required === true);
for await (const { may } of editor.editablePages({ may: true })) console.log(may);
// @ts-expect-error the first page is a blog or a podcast
await setUp({ url: "" }, { secret: "", username: "", password: "", site_name: "", first: { type: "site.Post", title: "" } });
// @ts-expect-error captions are texts
export const wrong = async (): Promise<number[]> => captions(3);
`;

test("its types take the answers of the service without casts, and know blocks, paths and fields", async () => {
  expect(await packed.complaintsAbout({ "answers.ts": programOfAnswers(), "uses.ts": programOfUses })).toBe(
    "",
  );
});
