import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exampleOf } from "../../../lib/openapi/operation.ts";
import { routes } from "../../../lib/routes/table.ts";
import packageFile from "../../../package.json" with { type: "json" };
import { packInto } from "../../../test/support/pack.ts";
import { root } from "../../../test/support/sources.ts";

/** The package as `npm pack` makes it, unpacked where npm would install it, in a folder with nothing else. */
let folder: string;

const run = promisify(execFile);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-packed-client-"));
  const installed = join(folder, "node_modules/@lectern/client");
  await mkdir(installed, { recursive: true });
  await packInto(installed, "packages/client");
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** What the compiler says about programs in the folder, by name; empty if nothing. */
const complaintsAbout = async (programs: Readonly<Record<string, string>>): Promise<string> => {
  for (const [name, program] of Object.entries(programs)) await writeFile(join(folder, name), program);
  const compilerOptions = {
    ...{
      noEmit: true,
      target: "es2023",
      lib: ["es2023", "dom", "dom.iterable"],
      types: [],
      module: "nodenext",
    },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
  };
  const project = { compilerOptions, files: Object.keys(programs) };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(project));
  const compiler = join(root, "packages/client/node_modules/typescript/bin/tsc");
  return run(process.execPath, [compiler, "-p", folder]).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }) => String(stdout || stderr),
  );
};

test("it loads where nothing else is installed", async () => {
  const program = `import * as all from "@lectern/client";
import * as reading from "@lectern/client/read";
console.log(Object.keys(all).sort().join(), Object.keys(reading).sort().join());`;
  await writeFile(join(folder, "program.js"), program);
  const { stdout } = await run(process.execPath, ["program.js"], { cwd: folder });
  expect(stdout).toBe(
    "Refusal,Unreachable,createEditor,createReader,imageAttributes,uploadFileOf " +
      "Refusal,Unreachable,createReader,imageAttributes\n",
  );
});

test("reading takes less than 5 KB of a page, compressed", async () => {
  const { outputFiles } = await build({
    stdin: { contents: 'export * from "@lectern/client/read";', resolveDir: folder },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
  });
  expect(gzipSync(outputFiles[0]!.contents).length).toBeLessThan(5_000);
});

test("its package has the service's version, names no files that are not there, and needs no other package", async () => {
  const described = JSON.parse(
    await readFile(join(folder, "node_modules/@lectern/client/package.json"), "utf8"),
  );
  expect(described.version).toBe(packageFile.version);
  expect(described.dependencies).toBeUndefined();
  for (const { types, default: code } of Object.values<{ types: string; default: string }>(described.exports))
    for (const file of [types, code])
      expect(await readFile(join(folder, "node_modules/@lectern/client", file), "utf8")).not.toBe("");
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
const programOfUses = `import { createEditor } from "@lectern/client";
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
// @ts-expect-error captions are texts
export const wrong = async (): Promise<number[]> => captions(3);
`;

test("its types take the answers of the service without casts, and know blocks, paths and fields", async () => {
  expect(await complaintsAbout({ "answers.ts": programOfAnswers(), "uses.ts": programOfUses })).toBe("");
});
