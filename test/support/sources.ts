import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

export const root = join(import.meta.dirname, "..", "..");

interface Import {
  /** From the project's root, such as `lib/clock.ts`, or a package such as `node:fs`. */
  readonly target: string;
  readonly isPackage: boolean;
  /** As written. */
  readonly specifier: string;
  /** True for `import type` and `export type`. */
  readonly typeOnly: boolean;
}

export interface SourceFile {
  /** From the project's root. */
  readonly path: string;
  readonly text: string;
  /** Without comments, except those at the end of a line of code. */
  readonly code: string;
  readonly imports: readonly Import[];
}

/** Every file below these folders of the project; missing folders have none. */
export const filesBelow = (...folders: readonly string[]): string[] =>
  folders
    .map((folder) => join(root, folder))
    .filter(existsSync)
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !path.includes("node_modules/"))
    .sort();

/** Every TypeScript and JavaScript file below these folders. */
export const sourcesBelow = (...folders: readonly string[]): SourceFile[] =>
  filesBelow(...folders)
    .filter((path) => /\.[jt]s$/.test(path))
    .map(sourceAt);

export const sourceAt = (path: string): SourceFile => {
  const text = readFileSync(join(root, path), "utf8");
  const code = withoutComments(text);
  return { path, text, code, imports: importsOf(path, code) };
};

/** Only comments that start a line, because strings such as `"*\/*"` and `"https://…"` are none. */
const withoutComments = (text: string): string =>
  text.replace(/^[ \t]*\/\*[\s\S]*?\*\//gm, "").replace(/^[ \t]*\/\/.*$/gm, "");

const staticImport = /^(?:import|export)( type)?\b(?:[^"';=()]*?\bfrom)?\s*"([^"]+)"/gm;
const dynamicImport = /\bimport\(\s*["`]([^"`]+)["`]/g;

const importsOf = (path: string, code: string): Import[] => [
  ...[...code.matchAll(staticImport)].map(([, type, specifier = ""]) =>
    importOf(path, specifier, Boolean(type)),
  ),
  ...[...code.matchAll(dynamicImport)].map(([, specifier = ""]) => importOf(path, specifier, false)),
];

const packages = new Map<string, Readonly<Record<string, string>>>();

/** What names such as `#lib/*` stand for in the package of a folder. */
const namesIn = (folder: string): Readonly<Record<string, string>> => {
  const known = packages.get(folder);
  if (known) return known;
  const { imports = {} } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  packages.set(folder, imports);
  return imports;
};

/** Where a name such as `#lib` leads from a file, which is a question to the package that the file is in. */
const placeOf = (name: string, path: string): string => {
  const [folder = "."] = /^packages\/[^/]+/.exec(path) ?? [];
  const place = namesIn(folder)[`${name}/*`];
  if (!place) throw new Error(`${path} imports ${name}, which its package.json does not have.`);
  return join(folder, dirname(place));
};

const importOf = (path: string, specifier: string, typeOnly: boolean): Import => {
  const isPackage = !/^[#.]/.test(specifier);
  const ofOurs = (): string => {
    const [name = "", ...rest] = specifier.split("/");
    return name.startsWith("#") ? join(placeOf(name, path), ...rest) : join(dirname(path), specifier);
  };
  return { target: isPackage ? specifier : ofOurs(), isPackage, specifier, typeOnly };
};
