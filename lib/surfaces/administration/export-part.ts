import type * as z from "zod/mini";
import type { StartedExport } from "#lib/manifest/export.ts";
import { invalid } from "#lib/refusals/refusal.ts";
import type { exportedPart } from "#lib/routes/administration-export.ts";

/** Read at once. */
const pagesAtATime = 25;

/** Much less than the 6 MB that an answer may have, in which its quotes are escaped. */
const maxPartBytes = 2_000_000;

/**
 * The first part of a site, which has all but its pages and some of these, or the pages after the one with an
 * id: as many as fit, and as there is time for. Refuses `not_found` at `after` if that page is gone.
 */
export const exportPart = async (
  { manifest, variables, files, nodes, page }: StartedExport,
  after: number | undefined,
  hasTime: () => boolean,
): Promise<z.input<typeof exportedPart>> => {
  const start = after === undefined ? 0 : nodes.findIndex((node) => node.page.id === after) + 1;
  if (after !== undefined && start === 0)
    throw invalid("after", "not_found", "The page is gone; begin the export again.");
  const pages = [];
  let bytes = 0;
  let position = start;
  while (position < nodes.length && bytes < maxPartBytes && (position === start || hasTime())) {
    const some = nodes.slice(position, position + pagesAtATime);
    const read = await Promise.all(some.map(async (node) => ({ node, content: await page(node) })));
    for (const { node, content } of read) {
      position += 1;
      if (!content) continue;
      pages.push({ id: node.page.id, path: node.path, page: content });
      bytes += Buffer.byteLength(JSON.stringify(content));
      if (bytes >= maxPartBytes) break;
    }
  }
  const isFirst = after === undefined;
  return {
    manifest: isFirst ? manifest : null,
    variables: isFirst ? [...variables] : [],
    files: isFirst ? files.map(({ path, file: { key, sizeBytes } }) => ({ path, key, size: sizeBytes })) : [],
    pages,
    next: position < nodes.length ? (nodes[position - 1]?.page.id ?? null) : null,
  };
};
