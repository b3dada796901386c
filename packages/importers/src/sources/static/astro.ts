import { basename } from "node:path";
import { usualFolders } from "./eleventy.ts";
import type { Generator } from "./generator.ts";
import { valueText } from "./values.ts";

export const astro: Generator = {
  kind: "astro",
  ownSettings: [],
  postsIn: (_, files) => {
    const collections = new Set(
      files.flatMap((path) => /^(?:src\/(?:content|data|pages)|content)\/[^/]+(?=\/)/.exec(path)?.[0] ?? []),
    );
    const usual = [...collections].filter((folder) => usualFolders.test(basename(folder)));
    if (usual.length > 0) return usual;
    return [...collections].filter((folder) => folder.startsWith("src/content/"));
  },
  // Astro makes no page of a file or folder whose name begins so.
  isNoPost: (path) => path.split("/").some((name) => name.startsWith("_")),
  skipped: new Set("node_modules dist build vendor".split(" ")),
  unread: [],
  statics: ["public", "src", ""],
  feedPath: "/rss.xml",
  guidOf: (address) => address,
  linksAddresses: () => true,
  pathOf: ({ values, below, section, name }) => {
    const slug = valueText(values.slug) || [section, name].filter((part) => part !== "").join("/");
    return `/${basename(below)}/${slug}/`;
  },
  readSite: async ({ textOf, files, noteUnread }) => {
    const config = files.find((path) => /^astro\.config\.[cm]?[jt]s$/.test(path));
    const text = config === undefined ? "" : ((await textOf(config)) ?? "");
    const constants = (await textOf("src/consts.ts")) ?? "";
    const constant = (name: string): string | undefined =>
      new RegExp(`\\b${name}\\s*=\\s*(["'])(.*?)\\1`).exec(constants)?.[2];
    if (config !== undefined) noteUnread(config, "a program, of which only the address of the site is read");
    return {
      settings: {
        title: constant("SITE_TITLE"),
        description: constant("SITE_DESCRIPTION"),
        url: /\bsite\s*:\s*(["'])(https?:.*?)\1/.exec(text)?.[2],
      },
      shared: [],
      tagsOf: () => [],
    };
  },
};
