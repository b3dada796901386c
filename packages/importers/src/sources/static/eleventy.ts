import { basename, dirname } from "node:path";
import { hiddenByScript } from "#importers/lectern.ts";
import type { Generator, SiteFiles, SiteMatter, StaticPost } from "./generator.ts";
import { type Values, valueText, valueTexts } from "./values.ts";

/** Folders that hold posts in nearly all sites of Eleventy and Astro. */
export const usualFolders = /^(?:_?posts?|blog|articles?|notes|journal|writing|_?drafts)$/;

/** Folders from which addresses begin. */
const inputFolders = /^(?:(?:src|content|site|pages|app)\/)+/;

export const eleventy: Generator = {
  kind: "eleventy",
  ownSettings: [],
  postsIn: (_, files) => {
    const folders = new Set(files.flatMap((path) => foldersAbove(path)));
    return [...folders].filter((folder) => usualFolders.test(basename(folder)));
  },
  collectionTags: new Set("post posts all blog nav page pages article articles note notes".split(" ")),
  // A text is one tag, whatever stands in it.
  tagSeparator: /(?!)/,
  isNoPost: (path) => /(?:^|\/)(?:_includes|_layouts|_data)\//.test(path),
  skipped: new Set("node_modules _site dist build _includes _layouts vendor".split(" ")),
  unread: ["_includes", "_layouts"],
  statics: ["", "src", "public", "content", "static"],
  feedPath: "/feed/feed.xml",
  guidOf: (address) => address,
  linksAddresses: () => false,
  pathOf,
  readSite,
};

function pathOf({ path, values, name }: StaticPost): string | undefined {
  const own = valueText(values.permalink);
  if (own !== "" && own !== "false") {
    const slug = valueText(values.slug) || name;
    const filled = own.replace(/\{\{-?\s*page\.fileSlug\s*(?:\|\s*slug(?:ify)?\s*)?-?\}\}/g, slug);
    // Nobody here runs templates.
    if (/[{}]/.test(filled)) return undefined;
    return `/${filled.replace(/^\/+/, "").replace(/(?:^|\/)index\.html$/, (found) => found.slice(0, -10))}`;
  }
  const folder = dirname(path).replace(inputFolders, "");
  const file = basename(path).replace(/\.\w+$/, "");
  const isFolder = file === "index" || file === basename(folder);
  return `/${[folder, ...(isFolder ? [] : [file])].join("/")}/`;
}

const foldersAbove = (path: string): string[] => {
  const names = path.split("/").slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join("/"));
};

/** Data of the site, of folders and of single files, as far as it stands in JSON. */
async function readSite({ files, textOf, noteUnread }: SiteFiles): Promise<SiteMatter> {
  let settings: Values = {};
  const said: {
    readonly isOf: (path: string) => boolean;
    readonly values: Values;
    readonly depth: number;
  }[] = [];
  for (const path of files) {
    const [, folder = "", stem = "", kind = "", ending = ""] =
      /^(?:(.*)\/)?([^/]+?)(\.11tydata)?\.(json|[cm]?js)$/.exec(path) ?? [];
    if (stem === "") continue;
    const isGlobal = /(?:^|\/)_data$/.test(folder);
    const isOfFolder = stem === basename(folder);
    const beside = `${folder === "" ? "" : `${folder}/`}${stem}.`;
    const isOfFile = files.some((each) => each.startsWith(beside) && /\.(?:md|markdown|mdx)$/.test(each));
    if (!isGlobal && kind === "" && (ending !== "json" || !(isOfFolder || isOfFile))) continue;
    if (!isGlobal && !isOfFolder && !isOfFile) continue;
    const text = (await textOf(path)) ?? "";
    const values = ending === "json" ? jsonIn(text) : isGlobal ? {} : hiddenByScript(text);
    if (ending !== "json" || values === undefined) noteUnread(path, "data that is a program, or no JSON");
    if (isGlobal) {
      if (/^(?:site|meta|metadata)$/.test(stem)) settings = { ...settings, ...values };
    } else {
      const isOf = (post: string): boolean =>
        isOfFolder ? post.startsWith(`${folder}/`) : post.replace(/[^./]+$/, "") === beside;
      said.push({ isOf, values: values ?? {}, depth: folder.split("/").length + (isOfFolder ? 0 : 1_000) });
    }
  }
  const { title, name, description, url, baseUrl } = settings;
  const inOrder = said.sort((one, other) => one.depth - other.depth);
  return {
    settings: { title: title ?? name, description, url: url ?? baseUrl },
    shared: inOrder.map(({ isOf, values: { tags: _, ...values } }) => ({ isOf, values })),
    tagsOf: (path) =>
      inOrder.filter(({ isOf }) => isOf(path)).flatMap(({ values: { tags } }) => valueTexts(tags, /(?!)/)),
  };
}

const jsonIn = (text: string): Values | undefined => {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === "object" && read !== null && !Array.isArray(read) ? (read as Values) : undefined;
  } catch {
    return undefined;
  }
};
