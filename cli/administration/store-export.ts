import { FileStoreError } from "#lib/files/file-store-error.ts";
import { intactFile } from "#lib/files/intact-file.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { exportManifest } from "#lib/manifest/export.ts";
import type { MediaFile } from "#lib/media/media.ts";
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
    files: files.map(({ file, path }) => ({ ...file, path, read: () => contentOf(file) })),
  };
};

const contentOf = async (file: MediaFile): Promise<AsyncIterable<Uint8Array>> => {
  const content = await intactFile(await openFiles(), file).catch(plainIfDamaged);
  if (content) return content.body;
  throw new PlainError(
    `The file store has no ${file.key}, which the site needs; \`lectern files verify\` lists all missing files.`,
  );
};

const plainIfDamaged = (error: unknown): never => {
  throw error instanceof FileStoreError ? new PlainError(error.message, { cause: error }) : error;
};
