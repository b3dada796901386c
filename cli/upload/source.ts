import { type FileHandle, open, stat } from "node:fs/promises";
import { basename } from "node:path";
import { UsageError } from "#cli/usage-error.ts";
import type { MediaKind } from "#lib/media/media.ts";
import { PlainError } from "#local/plain-error.ts";
import { type UploadForm, uploadFormFor } from "./kind.ts";

export interface UploadSource extends UploadForm {
  readonly file: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
}

/** Checks a file before it is uploaded. Throws {@link UsageError}, also if it is not of the kind given. */
export const findSource = async (file: string, kind: MediaKind | undefined): Promise<UploadSource> => {
  const { size: sizeBytes, mtimeMs: modifiedMs } = await stateOf(file);
  if (sizeBytes === 0) throw new UsageError(`${file} is empty`);
  const name = basename(file);
  const form = uploadFormFor(name);
  if (!form) throw new UsageError(`${file} has no extension of an image, an audio or a video`);
  if (kind && form.kind !== kind)
    throw new UsageError(`${file} has the extension of ${article[form.kind]}, not of ${article[kind]}`);
  return { ...form, file, name, sizeBytes, modifiedMs };
};

const article = { image: "an image", audio: "an audio", video: "a video" } as const;

const stateOf = async (file: string) => {
  const found = await stat(file).catch(({ code, message }: NodeJS.ErrnoException) => {
    throw new UsageError(
      code === "ENOENT" ? `There is no file ${file}` : `${file} cannot be read: ${message}`,
    );
  });
  if (!found.isFile()) throw new UsageError(`${file} is not a file`);
  return found;
};

/** A file that is read part by part. */
export interface OpenSource extends AsyncDisposable {
  /** Fills the buffer, or reads the rest of the file into it; gives the filled part of the buffer. */
  readonly read: (buffer: Buffer<ArrayBuffer>, position: number) => Promise<Buffer<ArrayBuffer>>;
  /** Throws a `PlainError` if the file has changed. */
  readonly requireUnchanged: () => Promise<void>;
}

export const openSource = async (
  source: Pick<UploadSource, "file" | "sizeBytes" | "modifiedMs">,
): Promise<OpenSource> => {
  const handle = await open(source.file).catch(({ message }: Error) => {
    throw new PlainError(`${source.file} cannot be read: ${message}`);
  });
  const changed = () =>
    new PlainError(`${source.file} was changed while it was being read; run the command again.`);
  return {
    read: async (buffer, position) => {
      const part = buffer.subarray(0, Math.min(buffer.length, source.sizeBytes - position));
      if (!(await fill(handle, part, position))) throw changed();
      return part;
    },
    requireUnchanged: async () => {
      const { size, mtimeMs } = await handle.stat();
      if (size !== source.sizeBytes || mtimeMs !== source.modifiedMs) throw changed();
    },
    [Symbol.asyncDispose]: () => handle.close(),
  };
};

/** Fills the buffer; false if the file ends first. */
const fill = async (handle: FileHandle, buffer: Buffer, position: number): Promise<boolean> => {
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, position + filled);
    if (bytesRead === 0) return false;
    filled += bytesRead;
  }
  return true;
};
