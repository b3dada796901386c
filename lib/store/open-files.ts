import { config } from "#lib/config.ts";
import type { Files } from "./files.ts";

/** The configured file store. Only the kind in use is loaded: the S3 client is by far the largest package there is here. */
export const openFiles = async (): Promise<Files> => {
  const settings = config.files();
  if (settings.kind === "disk") {
    const { openDiskFiles } = await import("./files-disk.ts");
    return openDiskFiles({ ...settings, signingKey: Buffer.from(settings.signingKey, "hex") });
  }
  const { openS3Files } = await import("./files-s3.ts");
  return openS3Files(settings);
};
