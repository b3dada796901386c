import { basename, dirname } from "node:path";
import type { FrontMatterField } from "./front-matter.ts";
import { isGlobOf } from "./glob.ts";
import { plainKey, saysVisibility, visibilityIn } from "./visibility.ts";

type Values = Readonly<Record<string, unknown>>;

/** What a site says in one place about who may see many of its posts. */
export interface SharedMatter {
  /** Takes a path from the site's folder. */
  readonly isOf: (path: string) => boolean;
  /** True for a path of which nothing here can tell whether it is meant: there, only what hides counts. */
  readonly isUnsureOf?: (path: string) => boolean;
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
          ...cascadeIn(config),
          ...Object.entries(mapIn(config.languages)).flatMap(([language, values]) =>
            cascadeIn(mapIn(values), { language }),
          ),
          ...inOrder.flatMap(({ path, values }) =>
            cascadeIn(values, { folder: dirname(path), language: languageIn(basename(path)) }),
          ),
        ];
  return all.map((each) => ({ ...each, values: keysIn(each.values, isTaken) }));
};

/** The front matter of a post, with what is shared; later ones count more, and the post's own most. */
export const withShared = (path: string, own: Values, shared: readonly SharedMatter[]): Values => {
  const said = new Set(Object.keys(own).map(plainKey));
  const kept = [...sharedFor(path, shared)].filter(([plain]) => !said.has(plain));
  return { ...Object.fromEntries(kept.map(([, { key, value }]) => [key, value])), ...own };
};

/** What is shared with the post at a path of who may see it, as fields of its front matter. */
export const sharedFields = (
  path: string,
  shared: readonly SharedMatter[],
): ReadonlyMap<string, FrontMatterField> =>
  new Map(
    [...sharedFor(path, shared).values()]
      .filter(({ key }) => saysVisibility(key))
      .map(({ key, value, isUnsure }) => [
        key,
        { ...fieldOf(value), ...(isUnsure && { isUnsure: true as const }) },
      ]),
  );

interface Said {
  readonly key: string;
  readonly value: unknown;
  readonly isUnsure: boolean;
}

/** By their plain keys. */
const sharedFor = (path: string, shared: readonly SharedMatter[]): ReadonlyMap<string, Said> => {
  const said = new Map<string, Said>();
  for (const { isOf, isUnsureOf, values } of shared) {
    if (!isOf(path)) continue;
    const isUnsure = isUnsureOf?.(path) === true;
    for (const [key, value] of Object.entries(values)) {
      const before = said.get(plainKey(key));
      const isHidden = before !== undefined && mayHide(before.key, before.value);
      if (!isUnsure || (mayHide(key, value) && !isHidden)) said.set(plainKey(key), { key, value, isUnsure });
    }
  }
  return said;
};

const mayHide = (key: string, value: unknown): boolean => {
  const { isDraft, publishAt, problems } = visibilityIn(new Map([[key, fieldOf(value)]]));
  return isDraft || problems.length > 0 || (publishAt !== undefined && Date.parse(publishAt) > Date.now());
};

const fieldOf = (value: unknown): FrontMatterField => {
  if (typeof value !== "object" || value === null) return { line: 1, text: String(value ?? "") };
  if (value instanceof Date) return { line: 1, text: value.toISOString() };
  const entries = Object.entries(value).map(([key, each]) => [key, String(each)] as const);
  return Array.isArray(value) ? { line: 1 } : { line: 1, entries: new Map(entries) };
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

/**
 * Hugo's `cascade` in the settings, or in the `_index` of a folder, for the posts below that folder. Versions
 * of Hugo differ in which map of a list counts: here, a later one never shows what an earlier one hides.
 */
export const cascadeIn = (
  values: Values,
  { folder = ".", language }: { readonly folder?: string; readonly language?: string | undefined } = {},
): readonly SharedMatter[] =>
  Object.entries(values)
    .filter(([key]) => plainKey(key) === "cascade")
    .flatMap(([, cascade]) => mapsIn(cascade))
    .flatMap((map, index): SharedMatter[] => {
      const isTarget = (key: string): boolean => plainKey(key) === "target";
      const targets = Object.entries(map).filter(([key]) => isTarget(key));
      const kinds = targets.flatMap(([, target]) => matchesOfTarget({ kind: mapIn(target).kind ?? "" }, ""));
      if (kinds.includes("no")) return [];
      const matchesOf = (file: string): readonly Match[] => [
        ...(folder === "." || file.startsWith(`${folder}/`) ? [] : ["no" as const]),
        ...(index > 0 ? ["perhaps" as const] : []),
        matchOfLanguage(language, languageIn(basename(file))),
        ...targets.flatMap(([, target]) => matchesOfTarget(target, file)),
      ];
      const isOf = (file: string): boolean => !matchesOf(file).includes("no");
      const isUnsureOf = (file: string): boolean => matchesOf(file).includes("perhaps");
      return [{ isOf, isUnsureOf, values: keysIn(map, (key) => !isTarget(key)) }];
    });

type Match = "yes" | "no" | "perhaps";

/** `fr` of `first-ice.fr.md`; the language of other files is in the settings, or their folder's name. */
export const languageIn = (name: string): string | undefined =>
  /\.([a-z]{2,3}(?:-\w{2,8})?)\.\w+$/i.exec(name)?.[1]?.toLowerCase();

const matchOfLanguage = (ofCascade: string | undefined, ofFile: string | undefined): Match => {
  if (ofCascade?.toLowerCase() === ofFile) return "yes";
  return ofCascade === undefined || ofFile === undefined ? "perhaps" : "no";
};

/** The parts of a target, which all have to match. */
const matchesOfTarget = (target: unknown, file: string): readonly Match[] => {
  if (target === null || target === undefined) return [];
  if (typeof target !== "object" || Array.isArray(target)) return ["perhaps"];
  return Object.entries(target).map(([written, value]): Match => {
    const key = plainKey(written);
    if (typeof value !== "string" || !["kind", "path"].includes(key)) return "perhaps";
    const glob = value.trim().toLowerCase();
    if (glob === "") return "yes";
    if (/[[\]!\\]|\{.*\{/.test(glob)) return "perhaps";
    const found = (key === "kind" ? ["page"] : logicalPaths(file)).map((each) => isGlobOf(glob, each, true));
    return found.every(Boolean) ? "yes" : found.some(Boolean) ? "perhaps" : "no";
  });
};

/**
 * `/posts/first-ice` of `content/posts/First Ice/index.md`. There are several where the settings may say that
 * the content is in another folder, or what is a language.
 */
const logicalPaths = (file: string): readonly string[] => {
  const path = `/${file}`
    .replace(/\.\w+$/, "")
    .replaceAll(" ", "-")
    .toLowerCase();
  const starts = [...path.matchAll(/\/content(?=\/)/g)].map(({ index }) => index + "/content".length);
  const roots = starts.length > 0 ? starts : [...path.matchAll(/\//g)].map(({ index }) => index);
  const fromRoots = roots.map((start) => path.slice(start));
  const all = fromRoots.flatMap((each) => [each, each.replace(/^\/[a-z]{2}(?:-\w{2,8})?(?=\/)/, "")]);
  const languages = all.flatMap((each) => [each, each.replace(/\.[a-z]{2,3}(?:-\w{2,8})?$/, "")]);
  return [...new Set(languages.map((each) => each.replace(/\/index$/, "")))];
};

const keysIn = (values: Values, isTaken: (key: string) => boolean): Values =>
  Object.fromEntries(Object.entries(values).filter(([key]) => isTaken(key)));

const valueText = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

const mapIn = (value: unknown): Values =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Values) : {};

const mapsIn = (value: unknown): readonly Values[] => (Array.isArray(value) ? value : [value]).map(mapIn);
