import { readdir, realpath } from "node:fs/promises";
import { dirname, join, sep } from "node:path";

/** The site of another tool in which a folder of posts lies. */
export interface ToolSite {
  /** The real path of the folder with its settings. */
  readonly root: string;
  readonly isHugo: boolean;
  readonly tool: Tool;
  /** Folders from which the tool serves files, from its root. */
  readonly statics: readonly string[];
}

type Tool = "hugo" | "jekyll" | "astro" | "eleventy";

const tools: readonly {
  readonly settings: RegExp;
  readonly tool: Tool;
  readonly statics: readonly string[];
}[] = [
  { settings: /^hugo\.(?:toml|ya?ml|json)$/, tool: "hugo", statics: ["static", "assets", "content"] },
  { settings: /^_config\.(?:ya?ml|toml)$/, tool: "jekyll", statics: [""] },
  { settings: /^astro\.config\.[cm]?[jt]s$/, tool: "astro", statics: ["public", "src"] },
  {
    settings: /^(?:\.eleventy|eleventy\.config)\.[cm]?[jt]s$/,
    tool: "eleventy",
    statics: ["", "src", "public"],
  },
];

/** How many folders above are looked at. */
const maxAbove = 8;

/** Finds the site around a folder, but not beyond its Git repository. */
export const siteAround = async (folder: string): Promise<ToolSite | undefined> => {
  let at = await realpath(folder).catch(() => undefined);
  for (let above = 0; at !== undefined && above < maxAbove; above++) {
    const names = await readdir(at).catch((): string[] => []);
    const site = siteIn(at, names);
    if (site) return site;
    if (names.includes(".git") || dirname(at) === at) return undefined;
    at = dirname(at);
  }
  return undefined;
};

const siteIn = (root: string, names: readonly string[]): ToolSite | undefined => {
  const tool = tools.find(({ settings }) => names.some((name) => settings.test(name)));
  if (tool) return { root, isHugo: tool.tool === "hugo", tool: tool.tool, statics: tool.statics };
  // Hugo's settings had another name before.
  const isHugo =
    names.includes("content") && names.some((name) => /^config(?:\.(?:toml|ya?ml|json))?$/.test(name));
  return isHugo ? { root, isHugo, tool: "hugo", statics: ["static", "assets", "content"] } : undefined;
};

/** Where a file may lie that a post names by its path from the root of the site. */
export const placesFromRoot = (written: string, folder: string, site: ToolSite | undefined): string[] => {
  const path = written.replace(/^\/+/, "");
  // What begins with these is never served.
  if (path.split("/").some((name) => /^[._]/.test(name))) return [];
  return [
    ...["", "static", "public"].map((name) => join(folder, name, path)),
    ...(site?.statics ?? []).map((name) => join(site?.root ?? folder, name, path)),
  ];
};

/** What a tool makes, or reads as templates and data, by paths from its site's folder. */
const ownFolders: Readonly<Record<Tool, RegExp>> = {
  hugo: /^(?:public|resources|themes|archetypes|layouts|data|i18n)$/,
  jekyll: /^(?:_site|_layouts|_includes|_data|_sass|_plugins|vendor)$/,
  astro: /^(?:dist|src\/layouts|src\/components)$|(?:^|\/)_[^/]*$/,
  eleventy: /^(?:_site|dist)$|(?:^|\/)(?:_includes|_layouts|_data)$/,
};

/** True for a folder of a site that holds none of its texts. */
export const isOwnFolder = ({ tool }: ToolSite, path: string): boolean => ownFolders[tool].test(path);

/** True for Markdown that is no post: texts about the site, its pages, and what the tool leaves out. */
export const isPageOf = ({ tool }: ToolSite, path: string, isWholeSite: boolean): boolean => {
  if (/(?:^|\/)404\.\w+$/i.test(path) || aboutSite.test(path)) return true;
  if (tool === "astro") return /^src\/pages\/[^/]+$/.test(path) || /(?:^|\/)_[^/]*$/.test(path);
  // Where the whole site is published, what lies outside of collections is its pages.
  return tool === "jekyll" && isWholeSite && !/^_(?!pages\/)/.test(path);
};

const aboutSite = /^(?:changelog|license|contributing|code[-_]of[-_]conduct|security|agents|claude)\.\w+$/i;

/** The path of a file that a site of Astro names by a usual alias, such as `@/assets/a.png`. */
export const pathOfAlias = (written: string, site: ToolSite | undefined): string | undefined => {
  const path = /^(?:[@~]\/|@(?=\w+\/))(.+)$/.exec(written)?.[1];
  return site?.tool === "astro" && path !== undefined ? join(site.root, "src", path) : undefined;
};

/** A real path with a separator at its end. */
export const asRoot = (path: string): string => (path.endsWith(sep) ? path : `${path}${sep}`);
