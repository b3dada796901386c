// Proves contract rules: every-field-moves.

import { spawnSync } from "node:child_process";
import { cp, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#test/support/programs.ts";
import { root } from "#test/support/sources.ts";

/**
 * All that a field of posts needs: what it is, and what people are told of it. These names are not those of
 * examples elsewhere, so that the fields of the examples may be declared.
 */
const declaration = `
  strapline: {
    type: "text",
    maxLength: 200,
    searched: true,
    listed: true,
    item: { shown: "named", filter: true },
  },`;
const authoring = `
  strapline: {
    label: "Strapline",
    help: "A line below the title.",
    file: { key: "strapline", digestBit: 30 },
  },`;

/** All that a text of images needs. */
const mediaDeclaration = `
  provenance: {
    type: "text",
    maxLength: 200,
    searched: true,
    copied: true,
    item: { shown: "named", filter: true },
  },`;
const mediaAuthoring = `
  provenance: { label: "Provenance", help: "Where it comes from." },`;

/** All that a setting of the site and a detail of podcasts need. */
const settingDeclaration = `
  watchword: { type: "text", maxLength: 200 },`;
const settingAuthoring = `
  watchword: { label: "Watchword", help: "A line below the name." },`;
const detailDeclaration = `
  imprint: { type: "line", maxLength: 100 },`;
const detailAuthoring = `
  imprint: { label: "Imprint", help: "Who publishes it." },`;

const copied = [
  "browser",
  "cli",
  "docs",
  "examples",
  "functions",
  "layers",
  "lib",
  "local",
  "packages",
  "release",
  "stacks",
  "test",
];
const files = ["package.json", "tsconfig.json", "vitest.config.ts", "CHANGELOG.md", "README.md"];

/**
 * Gives the copy the installed packages, and workspaces of its own: those of the project are built anew
 * while other tests pack them.
 */
const linkModules = async (copy: string): Promise<void> => {
  await mkdir(join(copy, "node_modules"));
  for (const name of await readdir(join(root, "node_modules")))
    if (name !== "@lectern")
      await symlink(join(root, "node_modules", name), join(copy, "node_modules", name));
  await symlink(join(copy, "packages"), join(copy, "node_modules/@lectern"));
  await symlink(join(root, "packages/client/node_modules"), join(copy, "packages/client/node_modules"));
};

/** A copy of the project with further fields, which only this test declares. */
const projectWithFields = async (): Promise<string> => {
  const copy = await temporaryFolder();
  const filter = (path: string) =>
    !/\/(node_modules|dist|\.work|\.programs)(\/|$)/.test(path.slice(root.length));
  for (const name of [...copied, ...files])
    await cp(join(root, name), join(copy, name), { recursive: true, filter });
  await linkModules(copy);
  const insert = async (file: string, text: string, more: string): Promise<void> => {
    const path = join(copy, file);
    const whole = await readFile(path, "utf8");
    expect(whole.split(text), text).toHaveLength(2);
    await writeFile(path, whole.replace(text, text + more));
  };
  await insert("lib/pages/content-fields.ts", "export const postFields = {", declaration);
  await insert("lib/pages/content-authoring.ts", "export const contentAuthoring = {", authoring);
  await insert("lib/media/media-fields.ts", "export const imageFields = {", mediaDeclaration);
  await insert("lib/media/media-fields.ts", "export const mediaAuthoring = {", mediaAuthoring);
  await insert("lib/site/site.ts", "export const settingFields = {", settingDeclaration);
  await insert("lib/site/site.ts", "export const settingAuthoring = {", settingAuthoring);
  await insert("lib/pages/podcast.ts", "export const podcastDetailFields = {", detailDeclaration);
  await insert("lib/pages/podcast.ts", "export const podcastAuthoring = {", detailAuthoring);
  return copy;
};

/** The tests that walk all declared fields. */
const walks = [
  "test/api/editor/declared-fields.test.ts",
  "test/api/editor/declared-media.test.ts",
  "test/api/editor/editor-schema.test.ts",
  "test/cli/every-field.test.ts",
  "test/lib/manifest/every-field.test.ts",
  "test/lib/surfaces/content/page-digest.test.ts",
];

test("fields of posts, images, settings and podcasts are declared in one file each, and are then everywhere", {
  timeout: 600_000,
}, async () => {
  const copy = await projectWithFields();
  const run = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: "utf8" });
    expect(status, `${args.join(" ")}\n${stdout}${stderr}`).toBe(0);
    return stdout;
  };
  run("lib/openapi/write.ts");
  run("lib/manifest/write-json-schema.ts");
  run("lib/surfaces/editor/schema/write.ts");
  run("packages/client/build.ts");
  run("node_modules/typescript/bin/tsc", "--incremental", "false");
  run("node_modules/vitest/vitest.mjs", "run", "--maxWorkers=1", ...walks);
  const inDocument = async (file: string, name = "strapline") =>
    placesOf(name, JSON.parse(await readFile(join(copy, file), "utf8")));
  expect((await inDocument("docs/openapi.json")).sort()).toEqual(
    ["EditorEpisode", "EditorEpisodesCreateBody", "EditorEpisodesUpdateBody", "EditorPost"]
      .concat("EditorPostsCreateBody", "EditorPostsUpdateBody", "Episode", "Post")
      .map((schema) => `components/schemas/${schema}/properties`),
  );
  expect(await readFile(join(copy, "packages/client/src/api.ts"), "utf8")).toContain("strapline");
  const { paths } = JSON.parse(await readFile(join(copy, "docs/openapi.json"), "utf8"));
  expect(paths["/api/cms/pages/"].get.parameters).toContainEqual(
    expect.objectContaining({
      name: "strapline",
      description: "With a post type: only posts with exactly this strapline.",
    }),
  );
  expect(await inDocument("docs/manifest.schema.json")).toEqual(
    ["3", "4"].flatMap((type) =>
      ["", "/draft/properties", "/newer_draft/properties"].map(
        (part) => `definitions/Page/oneOf/${type}/properties${part}`,
      ),
    ),
  );
  const answers = "get/responses/200/content/application/json/schema";
  expect((await inDocument("docs/openapi.json", "provenance")).sort()).toEqual(
    ["EditorImageDetails", "EditorMediaUpdateImageBody", "EditorMediaUploadImageBody"]
      .concat("Episode/properties/cover/anyOf/0", "Episode/properties/media/items/oneOf/0", "Image")
      .concat("Post/properties/cover/anyOf/0", "Post/properties/media/items/oneOf/0")
      .concat("StandalonePage/properties/cover/anyOf/0", "StandalonePage/properties/media/items/oneOf/0")
      .map((schema) => `components/schemas/${schema}/properties`)
      .concat(`paths//api/editor/media/images//${answers}/properties/results/items/properties`)
      .concat(`paths//api/editor/media/images/{id}//${answers}/properties`),
  );
  expect(await inDocument("docs/manifest.schema.json", "provenance")).toEqual([
    "properties/images/items/properties",
  ]);
  expect(await kindsWith(copy, "strapline", "Strapline", 200)).toEqual(["post", "episode"]);
  expect(await kindsWith(copy, "provenance", "Provenance", 200)).toEqual(["image"]);
  expect(await kindsWith(copy, "watchword", "Watchword", 200)).toEqual(["settings"]);
  expect(await kindsWith(copy, "imprint", "Imprint", 100)).toEqual(["podcast", "parents"]);
  expect(await inDocument("docs/manifest.schema.json", "watchword")).toEqual(["properties/site/properties"]);
  expect(await inDocument("docs/manifest.schema.json", "imprint")).toEqual(
    ["", "/draft/properties", "/newer_draft/properties"].map(
      (part) => `definitions/Page/oneOf/2/properties${part}/podcast/anyOf/0/properties`,
    ),
  );
});

/** The kinds of which forms are told that they, or an object in them, have this field. */
const kindsWith = async (copy: string, name: string, label: string, length: number): Promise<string[]> => {
  const kinds = JSON.parse(await readFile(join(copy, "docs/editor-schema.json"), "utf8"));
  const described = { name, label, max_length: length };
  const has = (fields: readonly { readonly fields?: readonly never[] }[]): boolean =>
    fields.some((field) => isSaidBy(described, field) || has(field.fields ?? []));
  return Object.keys(kinds).filter((kind) => has(kinds[kind].fields));
};

const isSaidBy = (said: object, field: object): boolean =>
  Object.entries(said).every(([key, value]) => (field as Record<string, unknown>)[key] === value);

/** The paths of the objects that have a member of this name. */
const placesOf = (name: string, value: unknown, path: readonly string[] = []): string[] =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([key, member]) => [
        ...(key === name ? [path.join("/")] : []),
        ...placesOf(name, member, [...path, key]),
      ]);
