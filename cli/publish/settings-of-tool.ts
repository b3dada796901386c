import { realpath } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import type { FrontMatterField } from "./front-matter.ts";
import { type SharedMatter, sharedMatterIn, withShared } from "./shared-matter.ts";
import { readToolSettings, type SettingsFile } from "./tool-settings.ts";
import { siteAround } from "./tool-site.ts";
import { plainKey, saysVisibility } from "./visibility.ts";

/** Reads what the settings of Jekyll (`defaults`) and Hugo (`cascade`) say of who may see many posts. */
export class SettingsOfTools {
  readonly #byFolder = new Map<string, Promise<SettingsOfTool | undefined>>();

  /** What settings say of the posts that were asked for, and is not read. */
  async ignored(): Promise<readonly string[]> {
    const found = await Promise.all(this.#byFolder.values());
    return [...new Set(found.flatMap((each) => each?.ignored ?? []))];
  }

  async of(file: string): Promise<ReadonlyMap<string, FrontMatterField>> {
    const folder = await realpath(dirname(file)).catch(() => undefined);
    if (folder === undefined) return new Map();
    const known = this.#byFolder.get(folder) ?? settingsAround(folder);
    this.#byFolder.set(folder, known);
    const found = await known;
    if (!found) return new Map();
    const path = relative(found.root, join(folder, basename(file)))
      .split(sep)
      .join("/");
    return new Map(
      Object.entries(withShared(path, {}, found.shared)).map(([key, value]) => [key, fieldOf(value)]),
    );
  }
}

interface SettingsOfTool {
  readonly root: string;
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
  return {
    ignored,
    root: site.root,
    shared: files.flatMap(({ values }) => sharedMatterIn(kind, values, [])),
  };
};

const fieldOf = (value: unknown): FrontMatterField => {
  if (typeof value !== "object" || value === null) return { line: 1, text: String(value ?? "") };
  if (value instanceof Date) return { line: 1, text: value.toISOString() };
  const entries = Object.entries(value).map(([key, each]) => [key, String(each)] as const);
  return Array.isArray(value) ? { line: 1 } : { line: 1, entries: new Map(entries) };
};
