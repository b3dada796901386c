import { FileStoreError } from "./file-store-error.ts";

/** Short texts that a store keeps with a file, by name. */
export type FileMetadata = Readonly<Record<string, string>>;

/** S3 counts the bytes of all names and values. */
const maxMetadataBytes = 2_048;

/** The metadata, if S3 can keep it unchanged (2,048 bytes together). Refused: `invalid_metadata`. */
export const checkMetadata = (metadata: FileMetadata): FileMetadata => {
  const entries = Object.entries(metadata);
  const wrong = entries.find(([name, value]) => !/^[a-z0-9-]+$/.test(name) || !isHeaderValue(value));
  if (wrong) throw new FileStoreError("invalid_metadata", `not file metadata: ${JSON.stringify(wrong)}`);
  if (entries.flat().join("").length > maxMetadataBytes)
    throw new FileStoreError("invalid_metadata", `file metadata has more than ${maxMetadataBytes} bytes`);
  return metadata;
};

const isHeaderValue = (value: string): boolean => /^[\x20-\x7e]*$/.test(value) && value === value.trim();
