import { hash } from "node:crypto";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build as buildStyle } from "esbuild";
import { build, type ModuleInfo, type OutputChunk } from "rolldown";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Where the built files are kept: nothing has to be built where Lectern is started or deployed. */
export const builtFolder = join(root, "browser/admin/built");

/** The address of the files, below that of the admin. */
const filesPath = "/cms/files/";

/** The built files by their names, for browsers of the last three years. */
export const builtAdmin = async (): Promise<ReadonlyMap<string, string>> => {
  const [chunks, style] = await Promise.all([builtScripts(), builtStyle()]);
  const entry = chunks.find(({ isEntry }) => isEntry);
  if (!entry) throw new Error("There is no entry.");
  return new Map([
    ...chunks.map(({ fileName, code }) => [fileName, code] as const),
    style,
    ["index.html", page({ entry: entry.fileName, early: entry.imports, style: style[0] })],
  ]);
};

const target = ["es2023", "chrome111", "firefox113", "safari16.4"];

/**
 * The scripts, in few files: what every screen needs, what the editor needs beside it, and what is loaded when
 * it is asked for. Rolldown builds them, because esbuild makes a file of each set of modules that some parts
 * share, which were eighteen for the editor.
 */
const builtScripts = async (): Promise<readonly OutputChunk[]> => {
  const { output } = await build({
    cwd: root,
    input: { admin: main },
    platform: "browser",
    tsconfig: "browser/tsconfig.json",
    transform: { target },
    preserveEntrySignatures: false,
    output: {
      format: "esm",
      minify: true,
      comments: false,
      entryFileNames: "[name]-[hash].js",
      chunkFileNames: "[name]-[hash].js",
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ name: chunkOf, debugName: "parts" }],
      },
    },
    write: false,
  });
  return output.filter((file) => file.type === "chunk");
};

const main = "browser/admin/main.tsx";

/** The part that people wait for, and the one with all other screens. */
const editor = "browser/admin/editor/editor-page.tsx";
const sections = "browser/admin/sections.ts";

/** The file for a module of several parts; null leaves a module with the only part that has it. */
const chunkOf = (id: string, graph: Graph): string | null => {
  const parts = partsWith(id, graph);
  if (parts.has(join(root, main)) || (parts.has(join(root, sections)) && parts.size > 1)) return "shell";
  return parts.has(join(root, editor)) ? "editor" : null;
};

interface Graph {
  getModuleInfo(id: string): ModuleInfo | null;
}

/** The parts that cannot be run without a module: those from which imports lead to it. */
const partsWith = (id: string, graph: Graph): ReadonlySet<string> => {
  const [parts, seen] = [new Set<string>(), new Set([id])];
  for (const each of seen) {
    const { isEntry, dynamicImporters, importers } = graph.getModuleInfo(each)!;
    if (isEntry || dynamicImporters.length > 0) parts.add(each);
    for (const importer of importers) seen.add(importer);
  }
  return parts;
};

const builtStyle = async (): Promise<readonly [name: string, text: string]> => {
  const { outputFiles } = await buildStyle({
    absWorkingDir: root,
    entryPoints: { style: "browser/admin/styles/admin.css" },
    outdir: "built",
    bundle: true,
    minify: true,
    target,
    charset: "utf8",
    entryNames: "[name]-[hash]",
    legalComments: "none",
    write: false,
  });
  const [{ path, text }] = outputFiles as [(typeof outputFiles)[0]];
  return [path.slice(path.lastIndexOf("/") + 1), text];
};

const page = ({ entry, early, style }: { entry: string; early: readonly string[]; style: string }): string =>
  `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Lectern</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${filesPath}${style}">
${early.map((name) => `<link rel="modulepreload" href="${filesPath}${name}">\n`).join("")}<script type="module" src="${filesPath}${entry}"></script>
<body><div id="admin"></div><noscript>Writing here needs JavaScript.</noscript>
</html>
`;

/** A digest of all built files, for a test that they are those of the sources. */
export const digestOfBuilt = (files: ReadonlyMap<string, string>): string =>
  hash("sha256", JSON.stringify([...files].sort()));

if (import.meta.main) {
  const files = await builtAdmin();
  await mkdir(builtFolder, { recursive: true });
  for (const name of await readdir(builtFolder)) if (!files.has(name)) await rm(join(builtFolder, name));
  for (const [name, text] of files) await writeFile(join(builtFolder, name), text);
}
