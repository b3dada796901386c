import { hash } from "node:crypto";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Where the built files are kept: nothing has to be built where Lectern is started or deployed. */
export const builtFolder = join(root, "browser/admin/built");

/** The address of the files, below that of the admin. */
const filesPath = "/cms/files/";

/** The built files by their names, for browsers of the last three years. */
export const builtAdmin = async (): Promise<ReadonlyMap<string, string>> => {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: { admin: "browser/admin/main.tsx", style: "browser/admin/styles/admin.css" },
    outdir: "built",
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    target: ["es2023", "chrome111", "firefox113", "safari16.4"],
    charset: "utf8",
    jsx: "automatic",
    jsxImportSource: "preact",
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    legalComments: "none",
    metafile: true,
    write: false,
  });
  const files = new Map(outputFiles.map(({ path, text }) => [path.slice(path.lastIndexOf("/") + 1), text]));
  const nameOf = (start: string, end: string) => {
    const name = [...files.keys()].find((each) => each.startsWith(start) && each.endsWith(end));
    if (!name) throw new Error(`${start}…${end} was not built.`);
    return name;
  };
  const entry = nameOf("admin-", ".js");
  const imports = Object.entries(metafile.outputs).find(([path]) => path.endsWith(entry))?.[1].imports ?? [];
  const early = imports.flatMap(({ path, kind }) =>
    kind === "import-statement" ? [path.slice(path.lastIndexOf("/") + 1)] : [],
  );
  files.set("index.html", page({ entry, early, style: nameOf("style-", ".css") }));
  return files;
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
