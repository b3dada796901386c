import { createHash } from "node:crypto";
import type { FileKey } from "#lib/files/file-key.ts";
import type { FileBody } from "#lib/files/files.ts";

/** The content of a file that is in the store already, under another key. */
export interface StoredContent {
  readonly key: FileKey;
  readonly sizeBytes: number;
}

/** A file that a media object is to have. */
export interface NewFile {
  /** As whoever gives it calls it; it is stored under a plain form of that. */
  readonly name: string;
  readonly contentType: string;
  /** The SHA-256 of the content in hexadecimal digits, or another text of such that is never the same for two contents. */
  readonly digest: string;
  readonly body: FileBody | StoredContent;
}

/** The same of a picture, with its size in pixels, turned upright. */
export interface NewPictureFile extends NewFile {
  readonly width: number;
  readonly height: number;
}

/** A new file of content that is at hand. */
export const newFileOf = (name: string, contentType: string, body: Uint8Array): NewFile => ({
  name,
  contentType,
  digest: digestOf(body),
  body,
});

/** The SHA-256 of a content in hexadecimal digits. */
export const digestOf = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");
