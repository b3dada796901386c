import { dirname } from "node:path";
import { isGlobOf } from "./glob.ts";
import { plainKey, saysVisibility } from "./visibility.ts";

type Values = Readonly<Record<string, unknown>>;

/** What a site says in one place about who may see many of its posts. */
export interface SharedMatter {
  /** Takes a path from the site's folder. */
  readonly isOf: (path: string) => boolean;
  readonly values: Values;
}

/** What the settings say, and the `_index` files of folders of Hugo: those of inner folders come last. */
export const sharedMatterIn = (
  kind: "hugo" | "jekyll",
  config: Values,
  indexes: readonly { readonly path: string; readonly values: Values }[],
  isTaken: (key: string) => boolean = saysVisibility,
): readonly SharedMatter[] => {
  const inOrder = indexes.toSorted((one, other) => one.path.length - other.path.length);
  const all =
    kind === "jekyll"
      ? defaultsIn(config)
      : [
          ...cascadeIn(config, "content"),
          ...inOrder.flatMap(({ path, values }) => cascadeIn(values, dirname(path))),
        ];
  return all.map(({ isOf, values }) => ({
    isOf,
    values: Object.fromEntries(Object.entries(values).filter(([key]) => isTaken(key))),
  }));
};

/** The front matter of a post, with what is shared; later ones count more, and the post's own most. */
export const withShared = (path: string, own: Values, shared: readonly SharedMatter[]): Values => {
  const all = [...shared.filter(({ isOf }) => isOf(path)).map(({ values }) => values), own];
  return all.reduce((values, next) => {
    const said = new Set(Object.keys(next).map(plainKey));
    const kept = Object.entries(values).filter(([key]) => !said.has(plainKey(key)));
    return { ...Object.fromEntries(kept), ...next };
  }, {});
};

/** Jekyll's `defaults` in the settings: those for a longer path count more. */
const defaultsIn = (config: Values): readonly SharedMatter[] =>
  mapsIn(config.defaults)
    .map(({ scope, values }) => ({ scope: mapIn(scope), values: mapIn(values) }))
    .filter(({ scope: { type } }) => ["", "posts", "drafts"].includes(valueText(type)))
    .map(({ scope, values }) => ({ path: valueText(scope.path).replace(/^\/|\/$/g, ""), values }))
    .sort((one, other) => one.path.length - other.path.length)
    .map(({ path, values }) => ({
      isOf: (file) => path === "" || isGlobOf(path, file, false),
      values,
    }));

/** Hugo's `cascade` in the settings, or in the `_index` of a folder, for the posts below that folder. */
const cascadeIn = (values: Values, folder: string): readonly SharedMatter[] =>
  Object.entries(values)
    .filter(([key]) => plainKey(key) === "cascade")
    .flatMap(([, cascade]) => mapsIn(cascade))
    .flatMap(({ target, _target, ...shared }) => {
      const { kind, path = "" } = mapIn(target ?? _target);
      if (!["", "page"].includes(valueText(kind))) return [];
      const glob = valueText(path);
      const isOf = (file: string): boolean =>
        file.startsWith(`${folder}/`) && (glob === "" || isGlobOf(glob, logicalPath(file), true));
      return [{ isOf, values: shared }];
    });

/** `/posts/first-ice` of `content/posts/First Ice/index.md`. */
const logicalPath = (file: string): string =>
  file
    .replace(/^content/, "")
    .replace(/(?:\/index)?\.\w+$/, "")
    .replaceAll(" ", "-")
    .toLowerCase();

const valueText = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

const mapIn = (value: unknown): Values =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Values) : {};

const mapsIn = (value: unknown): readonly Values[] => (Array.isArray(value) ? value : [value]).map(mapIn);
