import { type FilesSettings, filesSettings } from "#lib/settings/files.ts";
import type { Files } from "./files.ts";

let opened: { readonly settings: string; readonly files: Promise<Files> } | undefined;

/** The configured store, opened once. Loads only the kind in use: the S3 client is the largest package. */
export const openFiles = (): Promise<Files> => {
  const current = filesSettings();
  const settings = JSON.stringify(current);
  if (opened?.settings !== settings) opened = { settings, files: open(current).catch(forget) };
  return opened.files;
};

/** A store that failed to open is tried again at the next call. */
const forget = (error: unknown): never => {
  opened = undefined;
  throw error;
};

const open = async (settings: FilesSettings): Promise<Files> => {
  if (settings.kind === "disk") {
    const { openDiskFiles } = await import("./disk.ts");
    return openDiskFiles({ ...settings, signingKey: Buffer.from(settings.signingKey, "hex") });
  }
  const { openS3Files } = await import("./s3.ts");
  return openS3Files(settings);
};
