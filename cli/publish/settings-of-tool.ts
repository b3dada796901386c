import { readdir, readFile, realpath } from "node:fs/promises";
import { basename, dirname, join, parse, relative, resolve, sep } from "node:path";
import { PlainError } from "#local/plain-error.ts";
import type { FrontMatterField } from "./front-matter.ts";
import { cascadeIn, languageIn, type SharedMatter, sharedFields, sharedMatterIn } from "./shared-matter.ts";
import { nestedFrontMatter } from "./split-front-matter.ts";
import { readToolSettings, type SettingsFile } from "./tool-settings.ts";
import { siteAround, type ToolSite } from "./tool-site.ts";
import { plainKey, saysVisibility } from "./visibility.ts";

/**
 * Reads what the settings of Jekyll (`defaults`) and Hugo (`cascade`), and the `_index` files of Hugo, say of
 * who may see many posts.
 */
export class SettingsOfTools {
  readonly #byFolder = new Map<string, Promise<SettingsOfTool | undefined>>();
  readonly #indexes = new Map<string, Promise<readonly SharedMatter[]>>();

  /** What settings say of the posts that were asked for, and is not read. */
  async ignored(): Promise<readonly string[]> {
    const found = await Promise.all(this.#byFolder.values());
    return [...new Set(found.flatMap((each) => each?.ignored ?? []))];
  }

  /** `depth` says in how many folders, from that of the file on, an `_index` counts without a site, too. */
  async of(file: string, depth: number): Promise<ReadonlyMap<string, FrontMatterField>> {
    const folder = await realpath(dirname(file)).catch(() => undefined);
    if (folder === undefined) return new Map();
    const known = this.#byFolder.get(folder) ?? settingsAround(folder);
    this.#byFolder.set(folder, known);
    const found = await known;
    const root = found?.site.root ?? parse(folder).root;
    const path = relative(root, join(folder, basename(file)))
      .split(sep)
      .join("/");
    const indexes = [];
    for (const each of await foldersOf(file, depth, found?.site)) {
      const read = this.#indexes.get(each) ?? cascadesOf(each);
      this.#indexes.set(each, read);
      indexes.unshift(...(await read));
    }
    return sharedFields(path, [...(found?.shared ?? []), ...indexes]);
  }
}

interface SettingsOfTool {
  readonly site: ToolSite;
  readonly shared: readonly SharedMatter[];
  readonly ignored: readonly string[];
}

/** Settings that say something of posts, which nothing here reads. */
const ignoredIn = (kind: "hugo" | "jekyll", { name, values }: SettingsFile): string[] => {
  const shared = sharedMatterIn(kind, values, [], (key) => !saysVisibility(key));
  const keys = shared.flatMap((each) => Object.keys(each.values));
  const dates = Object.keys(values).filter((key) => kind === "hugo" && plainKey(key) === "frontmatter");
  return [...new Set([...dates, ...keys])].map((key) => `${key} (${name})`);
};

const settingsAround = async (folder: string): Promise<SettingsOfTool | undefined> => {
  const site = await siteAround(folder);
  if (!site) return undefined;
  const kind = site.isHugo ? "hugo" : "jekyll";
  const { files, unread } = await readToolSettings(kind, site.root);
  const ignored = [...files.flatMap((file) => ignoredIn(kind, file)), ...unread];
  return { ignored, site, shared: files.flatMap(({ values }) => sharedMatterIn(kind, values, [])) };
};

/** The folders above a file, inner ones first: those that are published, and those of its site of Hugo. */
const foldersOf = async (file: string, depth: number, site: ToolSite | undefined): Promise<string[]> => {
  const folders = [resolve(dirname(file))];
  while (folders.length < depth) folders.push(dirname(folders.at(-1) ?? ""));
  if (!site?.isHugo) return folders;
  let above = dirname(await realpath(folders.at(-1) ?? ""));
  for (; above.startsWith(site.root + sep); above = dirname(above)) folders.push(above);
  return folders;
};

/** The cascades in the `_index` files of a folder, of which there is one for each language. */
const cascadesOf = async (folder: string): Promise<readonly SharedMatter[]> => {
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^_index\./i.test(name)).sort();
  const found: SharedMatter[] = [];
  for (const name of names) {
    const file = join(folder, name);
    const text = await readFile(file, "utf8").catch(() => "");
    if (!/cascade/i.test(text)) continue;
    found.push(...cascadeIn(valuesIn(text, file), { language: languageIn(name) }));
  }
  return found;
};

const valuesIn = (text: string, file: string): Readonly<Record<string, unknown>> => {
  if (!/^\s*(?:---|\+\+\+|\{)/.test(text.replace(/^\uFEFF/, ""))) return {};
  try {
    return nestedFrontMatter(text);
  } catch (error) {
    // It may hide posts.
    throw new PlainError(`${file} cannot be read: ${(error as Error).message}`);
  }
};
