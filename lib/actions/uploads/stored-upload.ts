import { fileKey } from "#lib/files/file-key.ts";
import type { FileUpload } from "#lib/files/file-uploads.ts";
import type { Upload } from "#lib/media/upload.ts";

export const storedUpload = ({ key, uploadId }: Upload): FileUpload => ({ key: fileKey(key), uploadId });
