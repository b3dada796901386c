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

const importOf = (path: string, specifier: string, typeOnly: boolean): Import => {
  const isPackage = !/^[#.]/.test(specifier);
  const ofOurs = (): string =>
    specifier.startsWith("#") ? specifier.slice(1) : join(dirname(path), specifier);
  return { target: isPackage ? specifier : ofOurs(), isPackage, specifier, typeOnly };
};
