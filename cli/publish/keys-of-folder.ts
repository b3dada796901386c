import { readFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import type { FrontMatterField } from "./front-matter.ts";
import { hiddenByScript } from "./hidden-by-script.ts";
import { SettingsOfTools } from "./settings-of-tool.ts";
import { parseFrontMatter } from "./split-front-matter.ts";
import { plainKey, saysVisibility } from "./visibility.ts";
import type { PostFile } from "./walk.ts";

type Fields = ReadonlyMap<string, FrontMatterField>;

/**
 * What a folder says in one place of who may see its posts: Hugo's `cascade` in `_index.md`, and Eleventy's
 * `posts.json` or `posts.11tydata.json` in the folder `posts`, also in JavaScript; and what Eleventy's data
 * beside a file say of its post.
 */
export class KeysOfFolders {
  readonly #byFolder = new Map<string, Promise<Fields>>();
  readonly #settings = new SettingsOfTools();

  /** Settings of the sites of these posts that are not read. */
  ignored(): Promise<readonly string[]> {
    return this.#settings.ignored();
  }

  /** The keys for a post; those of inner folders count more. */
  async of({ file, origin }: PostFile): Promise<Fields> {
    const depth = origin?.path.split("/").length ?? 1;
    let folder = dirname(file);
    let shared = await dataOf(folder, basename(file, extname(file)));
    for (let above = 0; above < depth; above++) {
      const read = this.#byFolder.get(folder) ?? fieldsOf(folder);
      this.#byFolder.set(folder, read);
      shared = new Map([...(await read), ...shared]);
      folder = dirname(folder);
    }
    return withKeysOfFolder(shared, await this.#settings.of(file));
  }
}

/** Own keys count more than shared ones, however they are written. */
export const withKeysOfFolder = (own: Fields, shared: Fields): Fields => {
  const said = new Set([...own.keys()].map(plainKey));
  return new Map([...[...shared].filter(([key]) => !said.has(plainKey(key))), ...own]);
};

const fieldsOf = async (folder: string): Promise<Fields> => {
  const index = await readFile(join(folder, "_index.md"), "utf8").catch(() => undefined);
  return new Map([...cascadeIn(index), ...(await dataOf(folder, basename(folder)))]);
};

/** What the data files of Eleventy with this name say. */
const dataOf = async (folder: string, name: string): Promise<Fields> => {
  const read = (ending: string) => readFile(join(folder, name + ending), "utf8").catch(() => undefined);
  const [json, data, ...scripts] = await Promise.all(
    [".json", ".11tydata.json", ".11tydata.js", ".11tydata.cjs", ".11tydata.mjs"].map(read),
  );
  return new Map([
    ...[json, data].flatMap((text) => [...dataIn(text)]),
    ...scripts.flatMap((text) => [...visibilityAmong(Object.entries(hiddenByScript(text ?? "")))]),
  ]);
};

const cascadeIn = (text: string | undefined): Fields => {
  const matter = text === undefined ? undefined : parseFrontMatter(text);
  if (!matter || "problem" in matter) return new Map();
  const cascade = [...matter.fields].find(([key]) => plainKey(key) === "cascade")?.[1];
  const maps = [
    ...(cascade?.entries ? [cascade.entries] : []),
    ...(cascade?.maps ?? []).map(({ entries }) => entries),
  ];
  return visibilityAmong(maps.flatMap((entries) => [...entries]));
};

const dataIn = (text: string | undefined): Fields => {
  try {
    const values: unknown = JSON.parse(text ?? "{}");
    const members = typeof values === "object" && values !== null ? Object.entries(values) : [];
    return visibilityAmong(
      members.filter(([, value]) => typeof value !== "object").map(([key, value]) => [key, String(value)]),
    );
  } catch {
    return new Map();
  }
};

const visibilityAmong = (entries: readonly (readonly [string, string])[]): Fields =>
  new Map(entries.filter(([key]) => saysVisibility(key)).map(([key, text]) => [key, { line: 1, text }]));
