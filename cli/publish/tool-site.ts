import { readdir, realpath } from "node:fs/promises";
import { dirname, join, sep } from "node:path";

/** The site of another tool in which a folder of posts lies. */
export interface ToolSite {
  /** The real path of the folder with its settings. */
  readonly root: string;
  readonly isHugo: boolean;
  /** Folders from which the tool serves files, from its root. */
  readonly statics: readonly string[];
}

const tools: readonly {
  readonly settings: RegExp;
  readonly isHugo?: true;
  readonly statics: readonly string[];
}[] = [
  { settings: /^hugo\.(?:toml|ya?ml|json)$/, isHugo: true, statics: ["static", "assets", "content"] },
  { settings: /^_config\.(?:ya?ml|toml)$/, statics: [""] },
  { settings: /^astro\.config\.[cm]?[jt]s$/, statics: ["public", "src"] },
  { settings: /^(?:\.eleventy|eleventy\.config)\.[cm]?[jt]s$/, statics: ["", "src", "public"] },
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
  if (tool) return { root, isHugo: tool.isHugo ?? false, statics: tool.statics };
  // Hugo's settings had another name before.
  const isHugo =
    names.includes("content") && names.some((name) => /^config(?:\.(?:toml|ya?ml|json))?$/.test(name));
  return isHugo ? { root, isHugo, statics: ["static", "assets", "content"] } : undefined;
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

/** A real path with a separator at its end. */
export const asRoot = (path: string): string => (path.endsWith(sep) ? path : `${path}${sep}`);
