import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { exportManifest } from "#lib/manifest/export.ts";
import { PlainError } from "#local/plain-error.ts";
import { requireSettings } from "#local/require-settings.ts";
import type { ExportedSite } from "./site-administration.ts";

/** The site whose store this process has opened, as a manifest, and its files. */
export const exportStore = async (): Promise<ExportedSite> => {
  requireSettings();
  const { manifest, variables, files } = await exportManifest();
  return {
    manifest,
    variables,
    files: files.map(({ file, path }) => ({ path, key: file.key, read: () => contentOf(file.key) })),
  };
};

const contentOf = async (key: string): Promise<AsyncIterable<Uint8Array>> => {
  const content = await (await openFiles()).get(fileKey(key));
  if (content) return content.body;
  throw new PlainError(
    `The file store has no ${key}, which the site needs; \`lectern files verify\` lists all missing files.`,
  );
};
