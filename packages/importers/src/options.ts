import type { SiteKind } from "#importers/sources/recordings.ts";
import { certain, parseArguments, UsageError } from "./lectern.ts";

export interface ImportOptions {
  /** The file, folder or address to read. */
  readonly from: string;
  readonly to: string;
  /** The path of the blog or podcast to be, such as `/home/notes`. */
  readonly parent: string | undefined;
  /** Where the old site is, for exports that do not say it. */
  readonly site: string | undefined;
  /** What the posts become; by default what most of them are. */
  readonly kind: SiteKind | undefined;
  readonly dryRun: boolean;
  readonly force: boolean;
  /** True if the source may name files of this machine or network. */
  readonly allowPrivate: boolean;
  readonly json: boolean;
}

const known = {
  to: { type: "string" },
  parent: { type: "string" },
  site: { type: "string" },
  podcast: { type: "boolean", default: false },
  blog: { type: "boolean", default: false },
  "dry-run": { type: "boolean", default: false },
  force: { type: "boolean", default: false },
  "allow-private": { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

export const parseImportOptions = (args: readonly string[], argument: string): ImportOptions => {
  const {
    to,
    parent,
    site,
    podcast,
    blog,
    "dry-run": dryRun,
    "allow-private": allowPrivate,
    force,
    json,
    ...rest
  } = parseArguments(args, known, [argument]);
  const from = certain((rest as Record<string, string>)[argument]);
  if (!to) throw new UsageError("--to FOLDER is missing: where the Markdown files are written");
  if (parent !== undefined && !/^\/[^/\s]+\/[^/\s]+$/.test(parent))
    throw new UsageError("--parent is the path of the blog or podcast, such as /home/notes");
  if (site !== undefined && !/^https?:\/\/./.test(site))
    throw new UsageError("--site is the address of the old site, such as https://old.example");
  if (podcast && blog) throw new UsageError("--podcast and --blog exclude each other");
  const kind = podcast ? "podcast" : blog ? "blog" : undefined;
  return { from, to, parent, site, kind, dryRun, force, allowPrivate, json };
};
