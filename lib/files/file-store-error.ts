/**
 * What a store refuses: a key or metadata that it could not keep, a range that begins behind the file's end,
 * and a file that is damaged.
 */
export class FileStoreError extends Error {
  override name = "FileStoreError";
  readonly code: "invalid_key" | "invalid_metadata" | "range_outside_file" | "damaged";

  constructor(code: FileStoreError["code"], message: string) {
    super(message);
    this.code = code;
  }
}
