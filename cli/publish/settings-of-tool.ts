import { readFile, realpath } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import { PlainError } from "#local/plain-error.ts";
import type { FrontMatterField } from "./front-matter.ts";
import { type SharedMatter, sharedMatterIn, withShared } from "./shared-matter.ts";
import { siteAround } from "./tool-site.ts";

type Values = Readonly<Record<string, unknown>>;

const endings = ["toml", "yaml", "yml", "json"];

/** Where Hugo keeps settings, the later ones of which count more. */
const ofHugo = [
  "config",
  "hugo",
  "config/_default/config",
  "config/_default/hugo",
  "config/_default/cascade",
];

/** Reads what the settings of Jekyll (`defaults`) and Hugo (`cascade`) say of who may see many posts. */
export class SettingsOfTools {
  readonly #byFolder = new Map<string, Promise<SettingsOfTool | undefined>>();

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
}

const settingsAround = async (folder: string): Promise<SettingsOfTool | undefined> => {
  const site = await siteAround(folder);
  if (!site) return undefined;
  const stems = site.isHugo ? ofHugo : ["_config"];
  const shared: SharedMatter[] = [];
  for (const stem of stems)
    for (const ending of endings) {
      const values = await valuesIn(join(site.root, `${stem}.${ending}`));
      const config = stem.endsWith("/cascade") ? { cascade: values } : values;
      if (values) shared.push(...sharedMatterIn(site.isHugo ? "hugo" : "jekyll", config as Values, []));
    }
  return { root: site.root, shared };
};

const valuesIn = async (file: string): Promise<Values | undefined> => {
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const read: unknown = file.endsWith(".toml") ? parseToml(text) : parseYaml(text);
    return typeof read === "object" && read !== null ? (read as Values) : undefined;
  } catch (error) {
    // It may hide posts, so that nothing is published without it.
    throw new PlainError(`${file} cannot be read: ${(error as Error).message}`);
  }
};

const fieldOf = (value: unknown): FrontMatterField => {
  if (typeof value !== "object" || value === null) return { line: 1, text: String(value ?? "") };
  if (value instanceof Date) return { line: 1, text: value.toISOString() };
  const entries = Object.entries(value).map(([key, each]) => [key, String(each)] as const);
  return Array.isArray(value) ? { line: 1 } : { line: 1, entries: new Map(entries) };
};
