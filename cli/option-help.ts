/** What options mean in all commands that have them, without their dashes. */
const ofAll: Readonly<Record<string, string>> = {
  url: "the address of the service; else LECTERN_URL, the demo of this folder or the default profile",
  token: "the token to send; else LECTERN_TOKEN, or that of the profile or the demo",
  profile: "the name of a profile that login has kept; else LECTERN_PROFILE",
  data: "the data directory to work on, in place of .lectern",
  stage: "the deployed stage to work on, with the AWS credentials of this machine",
  json: "print one JSON document in place of lines",
  "dry-run": "say what would be done, and write nothing",
  help: "print this",
};

const ofPublishing: Readonly<Record<string, string>> = {
  parent:
    "the path of the blog or podcast that the posts are below; it can be left out where there is only one",
  source: "the name by which the service knows the folder; else its path in the Git repository, or its name",
  prune:
    "take pages off the site whose files are gone; refused if that is a large share of them, which --prune=all takes off, too",
  force: "overwrite what others have edited in the service",
  strict: "take warnings and unknown keys for faults",
  "all-or-nothing": "publish no file if one has a fault",
  "create-terms": "make the categories, authors and seasons that the site lacks",
  future: "what happens to posts with a date to come: schedule (the default), draft, or publish now",
  draft: "save drafts, and publish nothing",
  collection:
    "the collection that files are uploaded to, such as Root/Shows; else the first that you may add to",
};

const ofImporting: Readonly<Record<string, string>> = {
  to: "the folder to write",
  parent: "where the blog or podcast is to be, such as /home/notes",
  force: "write files again that you have edited, removed or moved since an earlier import",
  "allow-private": "also fetch files from hosts of this machine and its network",
  site: "the address of the old site, from which its files are fetched",
  podcast: "make it a podcast, however many posts have a recording",
  blog: "make it a blog, also if most posts have a recording",
  "dry-run": "report what would be written, and write nothing",
};

const ofPosts: Readonly<Record<string, string>> = {
  in: "the folder for the file; else this one",
  date: "the day or time of the post; else now",
  slug: "the last part of its address; else made from the title",
  tags: "its tags, separated by commas",
  draft: "mark it as a draft",
  audio: "the recording, a file",
  season: "the number of its season",
  episode: "its number",
  menu: "put it into the menu of the site",
};

const ofPersons: Readonly<Record<string, string>> = {
  email: "the address under which a visitor has commented",
  name: "the name under which a visitor has commented",
  output: "the file to write, in place of the standard output",
  yes: "erase what the command otherwise only names",
};

/** What options mean in commands that begin with these words; the first that fit count. */
const ofCommands: readonly (readonly [words: string, options: Readonly<Record<string, string>>])[] = [
  ["plan", { ...ofPublishing, out: "the file that keeps the plan, for publish --plan" }],
  [
    "publish",
    { ...ofPublishing, plan: "do exactly what this kept plan says, or nothing if something has changed" },
  ],
  [
    "pull",
    {
      ...ofPublishing,
      new: "also write files for pages that no folder keeps",
      force: "overwrite files that differ from what was last published",
      "dry-run": "print the differences, and write nothing",
    },
  ],
  [
    "upload",
    {
      image: "take the files for images, whatever they are called",
      audio: "take the files for audio",
      video: "take the files for video",
      title: "the title of the medium; else the name of its file",
      collection: "the collection for the files; needed where you may add to several",
      tags: "their tags, separated by commas",
    },
  ],
  ["import", ofImporting],
  ["site", { from: "a file of YAML or JSON with the sections to set, as a manifest has them" }],
  [
    "login",
    { url: "the address of the service", profile: "the name to keep the token under; else the default one" },
  ],
  ["logout", { profile: "the profile to forget; else the default one" }],
  [
    "estimate",
    {
      posts: "how many posts the site has",
      visits: "how many pages are visited in a month",
      downloads: "how many episodes are downloaded in a month",
      "mb-per-episode": "the size of an episode, in megabytes",
      publications: "how many posts are published in a month",
    },
  ],
  ["new", ofPosts],
  [
    "dev",
    {
      ...ofPublishing,
      port: "the port to listen on; else 8000",
      data: "the data directory; else .lectern-dev",
      manifest: "the manifest of the site; else one that has all that the files name",
      parent: "the path of the blog or podcast in that manifest",
      podcast: "serve the folder as a podcast",
      url: "publish to this service at each save, in place of one on this machine",
    },
  ],
  [
    "apply",
    {
      prune:
        "delete what earlier manifests made and this one leaves out; --prune=all: everything that it leaves out",
    },
  ],
  [
    "export",
    {
      output: "the file to write, in place of the standard output",
      all: "also write posts as Markdown, with their media, to the folder of --to",
      to: "the folder to write",
      "without-ids": "leave the ids of pages out of the files, for another site",
    },
  ],
  [
    "stats",
    {
      days: "how many days to count, up to today",
      page: "the path of one page to count",
      logs: "log files of CloudFront to count in, in place of the service's own counts",
    },
  ],
  ["page delete", { purge: "delete it for good, without the bin" }],
  ["page lock", { owner: "the user who may still edit it" }],
  [
    "page preview",
    {
      days: "how many days the link works; else 7",
      revision: "the revision to show; else always the latest",
    },
  ],
  ["page previews", { revoke: "end the link with this id" }],
  ["comment list", { state: "pending, public, refused or removed", limit: "how many to list at most" }],
  [
    "user create",
    {
      email: "their address of mail",
      groups: "the groups that they belong to, separated by commas",
      staff: "let them decide on comments",
      superuser: "let them administrate the site",
      "no-password": "make an account that cannot sign in with a password",
    },
  ],
  [
    "token create",
    {
      name: "the name of the token",
      scopes: "what it may do, separated by commas; else write only",
      expires: "when it ends",
      parents: "the paths of pages that it is limited to, with what is below them",
      collections: "the collections that it is limited to",
    },
  ],
  ["webhook deliveries", { limit: "how many to list at most" }],
  ["files restore", { from: "the folder of a backup; else the versions that the bucket keeps" }],
  ["pause", { "keep-cache": "leave what CloudFront has cached, which visitors still get" }],
  ["person", ofPersons],
  [
    "logs",
    {
      route: "only requests of this route",
      status: "only answers with this status, such as 404 or 5xx",
      since: "how far back, such as 30m, 1h or 2d",
      jobs: "the log of jobs, in place of requests",
      follow: "go on with what comes",
      maps: "the folder with source maps of the deployment",
    },
  ],
  ["rollback", { to: "the release to go back to; else the one before" }],
  ["releases prune", { keep: "how many of the newest to keep" }],
];

/** What an option means in a command; undefined if nobody has said so. `option` is without its dashes. */
export const optionHelp = (words: string, option: string): string | undefined =>
  ofCommands.find(([start, options]) => `${words} `.startsWith(`${start} `) && options[option])?.[1][
    option
  ] ?? ofAll[option];

/** The options in a usage, each once, with the value that it takes, such as `--port NUMBER`. */
export const optionsIn = (usage: string): ReadonlyMap<string, string> => {
  const written = new Map<string, string>();
  for (const [, name = "", value] of usage.matchAll(/--([a-z][a-z-]*)(?: (?!--|[|[])([^\s[\]]+))?/g))
    if (!written.has(name)) written.set(name, value === undefined ? `--${name}` : `--${name} ${value}`);
  return written;
};

/** The lines of help that explain each option of a command. */
export const optionLines = (words: string, usage: string): string[] => {
  const options = [...optionsIn(usage), ["help", "--help"] as const];
  const width = Math.min(34, Math.max(...options.map(([, written]) => written.length)));
  return options.map(([name, written]) =>
    `  ${written.padEnd(width)}  ${optionHelp(words, name) ?? ""}`.trimEnd(),
  );
};
