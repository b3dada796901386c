import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** The project's root. */
export const root = join(import.meta.dirname, "..", "..");

/** One import of a file. */
interface Import {
  /** From the project's root, such as `lib/clock.ts`; a package by its specifier, such as `node:fs`. */
  readonly target: string;
  readonly isPackage: boolean;
  /** As it is written. */
  readonly specifier: string;
  /** Gone when the file runs: `import type`, `export type`. */
  readonly typeOnly: boolean;
}

/** A source file of the project. */
export interface SourceFile {
  /** From the project's root. */
  readonly path: string;
  readonly text: string;
  /** The text without its comments, except those at the end of a line of code. */
  readonly code: string;
  readonly imports: readonly Import[];
}

/**
 * Every file in or below these folders of the project, from its root. Folders that do not exist yet have
 * none.
 */
export const filesBelow = (...folders: readonly string[]): string[] =>
  folders
    .map((folder) => join(root, folder))
    .filter(existsSync)
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !path.includes("node_modules/"))
    .sort();

/** Every TypeScript and JavaScript file in or below these folders. */
export const sourcesBelow = (...folders: readonly string[]): SourceFile[] =>
  filesBelow(...folders)
    .filter((path) => /\.[jt]s$/.test(path))
    .map(sourceAt);

/** The source file at a path from the project's root. */
export const sourceAt = (path: string): SourceFile => {
  const text = readFileSync(join(root, path), "utf8");
  const code = withoutComments(text);
  return { path, text, code, imports: importsOf(path, code) };
};

/** Comments start a line here, so that `"*\/*"` and `"https://…"` inside of strings are none. */
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
