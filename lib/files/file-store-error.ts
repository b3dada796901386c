/** Invalid keys or metadata, a range that begins after the end of the file, or a damaged file. */
export class FileStoreError extends Error {
  override name = "FileStoreError";
  readonly code: "invalid_key" | "invalid_metadata" | "range_outside_file" | "damaged";

  constructor(code: FileStoreError["code"], message: string) {
    super(message);
    this.code = code;
  }
}
