import type { Path, Report } from "#lib/manifest/problem.ts";
import { allPages, type Manifest, type PageNode } from "#lib/manifest/read/read-manifest.ts";

/** What this version accepts in the format and cannot do yet, and what comes with it one day. */
const comesLater: Readonly<Record<string, string>> = {
  comments: "comments",
};

/** Reports everything in the file that belongs to a feature which this version does not have. */
export const reportUnavailable = (value: unknown, { pages }: Manifest, report: Report): void => {
  reportKeys(value, [], report);
  for (const node of allPages(pages)) reportPage(node, report);
};

const reportPage = ({ value, at }: PageNode, report: Report): void => {
  reportKeys(value, at, report);
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

const notYet = (part: string, feature: string): string =>
  `\`${part}\` is not available yet: it belongs to ${feature}, which a later version brings`;
