import type { Path, Report } from "./problem.ts";
import { allPages, type Manifest, type PageNode } from "./read-manifest.ts";

/** What this version accepts in the format and cannot do yet, and what comes with it one day. */
const comesLater: Readonly<Record<string, string>> = {
  images: "media",
  audios: "media",
  videos: "media",
  comments: "comments",
  cover_image: "media",
};

const mediaBlocks: ReadonlySet<unknown> = new Set(["image", "gallery", "audio", "video"]);
const mediaReferences: ReadonlySet<string> = new Set(["$image", "$audio", "$video"]);

/** Reports everything in the file that belongs to a feature which this version does not have. */
export const reportUnavailable = (value: unknown, { pages }: Manifest, report: Report): void => {
  reportKeys(value, [], report);
  for (const node of allPages(pages)) reportPage(node, report);
};

const reportPage = ({ value, at }: PageNode, report: Report): void => {
  if (value.type === "site.Episode") report([...at, "type"], notYet("site.Episode", "podcast episodes"));
  reportKeys(value, at, report);
  for (const [content, path] of [
    [value, at],
    [value.draft, [...at, "draft"]],
    [value.newer_draft, [...at, "newer_draft"]],
  ] as const) {
    if (content && "stored_body" in content) {
      reportReferences(content.stored_body, [...path, "stored_body"], report);
    }
  }
  reportKeys(value.draft, [...at, "draft"], report);
  reportKeys(value.newer_draft, [...at, "newer_draft"], report);
};

const reportKeys = (object: unknown, at: Path, report: Report): void => {
  for (const [key, value] of Object.entries(object ?? {})) {
    const feature = Object.hasOwn(comesLater, key) ? comesLater[key] : undefined;
    if (feature && !saysNothing(value)) report([...at, key], notYet(key, feature));
  }
};

const saysNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === false || (Array.isArray(value) && value.length === 0);

/** Why a block of the type cannot be written yet; undefined when no later version will either. */
export const laterBlock = (block: unknown): string | undefined => {
  const type = (block as { readonly type?: unknown } | null)?.type;
  return mediaBlocks.has(type) ? notYet(`${type}`, "media") : undefined;
};

/** References to media by key may stand at any depth of a stored block's value. */
const reportReferences = (value: unknown, at: Path, report: Report): void => {
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    const path = [...at, Array.isArray(value) ? Number(key) : key];
    if (mediaReferences.has(key)) report(path, notYet(key, "media"));
    else reportReferences(member, path, report);
  }
};

const notYet = (part: string, feature: string): string =>
  `\`${part}\` is not available yet: it belongs to ${feature}, which a later version brings`;
