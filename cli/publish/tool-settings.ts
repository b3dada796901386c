import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import { PlainError } from "#local/plain-error.ts";

type Values = Readonly<Record<string, unknown>>;

/** What a file of settings says. */
export interface SettingsFile {
  /** From the root of the site, with slashes. */
  readonly name: string;
  readonly values: Values;
}

export interface ToolSettings {
  /** Of what several say, the last one counts. */
  readonly files: readonly SettingsFile[];
  /** Files of other environments, by their names. */
  readonly unread: readonly string[];
}

/**
 * The settings of a site of Hugo or Jekyll: those in the first of its files that is there, and for Hugo those
 * below `config/_default`. A file that cannot be read is an error, because it may hide posts.
 */
export const readToolSettings = async (kind: "hugo" | "jekyll", root: string): Promise<ToolSettings> => {
  const first = await firstOf(root, names[kind]);
  const below = kind === "hugo" ? await settingsBelow(root, "config") : { files: [], unread: [] };
  return { files: [...(first ? [first] : []), ...below.files], unread: below.unread };
};

const names = {
  hugo: ["hugo", "config"].flatMap((stem) => ["toml", "yaml", "yml", "json"].map((end) => `${stem}.${end}`)),
  jekyll: ["_config.yml", "_config.yaml", "_config.toml"],
} as const;

/**
 * What the files of `config/_default` say, and those of `config/production`, with which Hugo builds.
 * `hugo.toml` is the whole, `params.yaml` the key `params`, and `menus.de.toml` that key for a language.
 */
const settingsBelow = async (root: string, folder: string): Promise<ToolSettings> => {
  const files: SettingsFile[] = [];
  const unread: string[] = [];
  const entries = await readdir(join(root, folder), { withFileTypes: true, recursive: true }).catch(() => []);
  const paths = entries
    .filter((entry) => entry.isFile() && /\.(?:toml|ya?ml|json)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();
  for (const path of paths) {
    const [, stem = "", language] =
      new RegExp(`^${folder}/(?:_default|production)/([\\w-]+)(?:\\.([\\w-]+))?\\.\\w+$`).exec(path) ?? [];
    const read = stem === "" ? undefined : await firstOf(root, [path]);
    if (stem === "") unread.push(path);
    if (!read) continue;
    const key = stem === "menus" ? "menu" : stem;
    const keyed = key === "hugo" || key === "config" ? read.values : { [key]: read.values };
    const values = language === undefined ? keyed : { languages: { [language]: keyed } };
    files.push({ name: path, values });
  }
  return { files, unread };
};

const firstOf = async (root: string, paths: readonly string[]): Promise<SettingsFile | undefined> => {
  for (const name of paths) {
    const file = join(root, name);
    const text = await readFile(file, "utf8").catch(() => undefined);
    if (text === undefined) continue;
    try {
      const values: unknown = name.endsWith(".toml") ? parseToml(text) : parseYaml(text, { merge: true });
      if (typeof values === "object" && values !== null) return { name, values: values as Values };
    } catch (error) {
      throw new PlainError(`${file} cannot be read: ${(error as Error).message}`);
    }
  }
  return undefined;
};
