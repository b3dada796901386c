import type { Command } from "./command.ts";

const publishUsage =
  "FOLDER|FILE.md… [--parent PATH] [--source NAME] [--prune | --prune=all] [--force] [--strict] [--all-or-nothing] [--create-terms] [--future schedule|draft|publish] " +
  "[--draft] [--collection PATH] [--url URL] [--token SECRET] [--profile NAME]";

const importUsage = "--to FOLDER [--parent PATH] [--dry-run] [--force] [--allow-private] [--json]";

/** The commands that ask a service over HTTP, with a token; `@lectern/cli` has these alone. */
export const serviceCommands: readonly Command[] = [
  {
    words: "plan",
    usage: `${publishUsage} [--out FILE] [--json]`,
    summary: "say what publish would do with the same arguments, and write nothing; --out keeps the plan",
    load: async () => (await import("./plan.ts")).plan,
  },
  {
    words: "publish",
    usage: `${publishUsage} [--plan FILE] [--json]`,
    summary:
      "publish folders and files of Markdown; a file with a fault holds back no other, unless --all-or-nothing; --create-terms makes categories, authors and seasons that the site lacks; front matter: title, slug, date, tags, categories, authors, summary, aliases, cover, audio, draft, id …",
    load: async () => (await import("./publish.ts")).publish,
  },
  {
    words: "pull",
    usage:
      "FOLDER… [--parent PATH] [--source NAME] [--new] [--force] [--dry-run] [--url URL] [--token SECRET] [--profile NAME] [--json]",
    summary:
      "write what editors have changed in the service into the files of a folder; --new adds files for pages that no folder keeps, --dry-run prints the difference",
    load: async () => (await import("./pull.ts")).pull,
  },
  {
    words: "upload",
    usage:
      "FILE… [--image | --audio | --video] [--title TITLE] [--collection PATH] [--tags A,B] [--url URL] [--token SECRET] [--profile NAME] [--json]",
    summary: "upload images, audio and video of any size; an interrupted upload is continued",
    load: async () => (await import("./upload.ts")).upload,
  },
  {
    words: "import rss",
    usage: `URL|FILE [--podcast | --blog] ${importUsage}`,
    summary:
      "write the episodes of a podcast's feed, or the posts of a blog's (RSS, Atom, JSON Feed), as a folder of Markdown with their files",
    load: async () => (await import("./import.ts")).importRss,
  },
  {
    words: "import wordpress",
    usage: `FILE.xml [--podcast | --blog] ${importUsage}`,
    summary: "write the posts of WordPress's export as a folder of Markdown with their files",
    load: async () => (await import("./import.ts")).importWordpress,
  },
  {
    words: "import ghost",
    usage: `FILE.json [--site URL] ${importUsage}`,
    summary:
      "write the posts of Ghost's export as a folder of Markdown; --site says where their pictures are",
    load: async () => (await import("./import.ts")).importGhost,
  },
  {
    words: "import hugo",
    usage: `FOLDER [--site URL] ${importUsage}`,
    summary: "write the posts of a site made by Hugo as a folder of Markdown with their files",
    load: async () => (await import("./import.ts")).importHugo,
  },
  {
    words: "import jekyll",
    usage: `FOLDER [--site URL] ${importUsage}`,
    summary: "write the posts of a site made by Jekyll as a folder of Markdown with their files",
    load: async () => (await import("./import.ts")).importJekyll,
  },
  {
    words: "import astro",
    usage: `FOLDER [--site URL] ${importUsage}`,
    summary: "write the posts of a site made by Astro as a folder of Markdown with their files",
    load: async () => (await import("./import.ts")).importAstro,
  },
  {
    words: "import eleventy",
    usage: `FOLDER [--site URL] ${importUsage}`,
    summary: "write the posts of a site made by Eleventy as a folder of Markdown with their files",
    load: async () => (await import("./import.ts")).importEleventy,
  },
  {
    words: "mcp",
    usage: "[--url URL] [--token SECRET] [--profile NAME]",
    summary: "serve the tools of agents on standard input and output (Model Context Protocol)",
    load: async () => (await import("./mcp.ts")).mcp,
  },
  {
    words: "login",
    usage: "--url URL [--profile NAME] [--json]",
    summary: "keep a token, which is read from standard input, so that other commands need not name it",
    load: async () => (await import("./login.ts")).login,
  },
  {
    words: "logout",
    usage: "[--profile NAME]",
    summary: "forget the token that login has kept",
    load: async () => (await import("./login.ts")).logout,
  },
  {
    words: "estimate",
    usage: "[--posts N] [--visits N] [--downloads N] [--mb-per-episode N] [--publications N] [--json]",
    summary:
      "estimate AWS's price of a month for a site of these numbers; visits, downloads and publications are a month's",
    load: async () => (await import("./estimate.ts")).estimate,
  },
  {
    words: "new post",
    usage: "TITLE [--in FOLDER] [--date DATE] [--slug SLUG] [--tags A,B] [--draft]",
    summary: "write a Markdown file for a post, and print its path; it never overwrites a file",
    load: async () => (await import("./new.ts")).newPostFile,
  },
  {
    words: "new episode",
    usage:
      "TITLE --audio FILE [--season N] [--episode N] [--in FOLDER] [--date DATE] [--slug SLUG] [--tags A,B] [--draft]",
    summary: "write a Markdown file for an episode, whose recording lies beside it",
    load: async () => (await import("./new.ts")).newEpisodeFile,
  },
  {
    words: "new page",
    usage: "TITLE [--menu] [--in FOLDER] [--slug SLUG] [--draft]",
    summary: "write a Markdown file for a page that is no post, such as an imprint",
    load: async () => (await import("./new.ts")).newPageFile,
  },
];
