import type { Upload } from "#lib/media/upload.ts";
import type { FileUpload } from "./file-uploads.ts";
import { fileKey } from "./files.ts";

/** An upload as the file store knows it. */
export const storedUpload = ({ key, uploadId }: Upload): FileUpload => ({ key: fileKey(key), uploadId });
