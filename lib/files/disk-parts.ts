import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { clock } from "#lib/clock.ts";
import { syncFolder } from "#lib/sync-folder.ts";
import { appendFooter } from "./disk-format.ts";
import { type FileKey, fileKey } from "./file-key.ts";
import type { FilePart, FileUpload, FileUploads, OpenUpload, UploadShape } from "./file-uploads.ts";
import type { FileBody } from "./files.ts";
import { checksumHeader, checksumInHeader, checksumOfParts } from "./part-checksum.ts";
import type { FilePermit } from "./signature.ts";
import { moveOver, takeTurns, unlessMissing, withDraft } from "./whole-files.ts";

/** Whether a part was stored, had another size or checksum, or belongs to no open upload. */
export type PartReceipt = "stored" | "mismatch" | "no upload";

/** The uploads of a disk store, which receives the parts itself. */
export interface DiskUploads extends FileUploads {
  /** Stores a part as a stream. If it breaks off or does not match, nothing changes. */
  readonly receive: (upload: FileUpload, part: FilePart, body: FileBody) => Promise<PartReceipt>;
}

const turns = takeTurns();

interface PartsContext {
  /** The folders of drafts and of uploads, which are on one file system. */
  readonly incoming: string;
  readonly folder: string;
  readonly pathOf: (key: FileKey) => string;
  readonly signed: (permit: Omit<FilePermit, "expiresAt">, expiresSeconds: number) => Promise<string>;
}

/**
 * The uploads of a store on disk, each in a folder of its own: `upload` describes it, `content` is the file
 * so far, with every part in its place, and an empty file such as `3-8388608-<sha256>` says that a part is
 * there.
 *
 * A part is received elsewhere and copied in once it is verified, so that completing copies nothing. Moving
 * in, completing and aborting take turns; only one process may do them.
 */
export const diskUploads = ({ incoming, folder, pathOf, signed }: PartsContext): DiskUploads => {
  const folderOf = ({ uploadId }: FileUpload): string => join(folder, uploadId);
  return {
    begin: (key, shape) =>
      withDraft(incoming, async (draft) => {
        const uploadId = randomUUID();
        const description: Description = { ...shape, key, startedAt: clock.now() };
        await mkdir(draft, { mode: 0o700 });
        await writeFile(join(draft, "content"), "");
        await writeFile(join(draft, "upload"), JSON.stringify(description), { flush: true });
        await moveOver(draft, folderOf({ key, uploadId }));
        return { key, uploadId };
      }),

    presignPart: async ({ key, uploadId }, { number, sizeBytes, sha256 }, expiresSeconds) => ({
      method: "PUT",
      url: await signed(
        { method: "PUT", key, uploadId, partNumber: number, sizeBytes, sha256 },
        expiresSeconds,
      ),
      headers: { [checksumHeader]: checksumInHeader({ sha256 }) },
    }),

    receive: (upload, part, body) =>
      withDraft(incoming, async (draft) => {
        if (!(await readOpen(folderOf(upload)))) return "no upload";
        if (!(await writePart(draft, part, body))) return "mismatch";
        return turns(upload.uploadId, () => moveIn(draft, part, folderOf(upload)));
      }),

    parts: async (upload) => {
      const description = await readOpen(folderOf(upload));
      return description && readParts(folderOf(upload));
    },

    complete: (upload, parts) =>
      turns(upload.uploadId, async () => {
        const description = await readOpen(folderOf(upload));
        if (!description || !isWhole(parts, description)) return false;
        const names = await readdir(folderOf(upload));
        if (!parts.every((part) => names.includes(nameOf(part)))) return false;
        await finish(folderOf(upload), description, parts);
        await moveOver(join(folderOf(upload), "content"), pathOf(upload.key));
        await remove(folderOf(upload), incoming);
        return true;
      }),

    abort: (upload) => turns(upload.uploadId, () => remove(folderOf(upload), incoming)),

    list: async function* () {
      for (const uploadId of await readdir(folder)) {
        const stats = await stat(join(folder, uploadId)).catch(unlessMissing);
        if (!stats) continue;
        const description = await readDescription(join(folder, uploadId));
        yield description
          ? openUpload(uploadId, description)
          : // Only its age can be told of one that is damaged, and that suffices to clear it away.
            { key: fileKey(`uploads/${uploadId}`), uploadId, startedAt: stats.mtime };
      }
    },
  };
};

interface Description extends UploadShape {
  readonly key: FileKey;
  readonly startedAt: string;
}

/** Reads the description of an upload; undefined if it is missing or damaged: then the upload has ended. */
const readDescription = async (folder: string): Promise<Description | undefined> => {
  const text = await readFile(join(folder, "upload"), "utf8").catch(unlessMissing);
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The description of an open upload: after a crash while completing, `content` is gone. */
const readOpen = async (folder: string): Promise<Description | undefined> =>
  (await stat(join(folder, "content")).catch(unlessMissing)) && readDescription(folder);

const openUpload = (uploadId: string, { key, startedAt }: Description): OpenUpload => ({
  key,
  uploadId,
  startedAt: new Date(startedAt),
});

const nameOf = ({ number, sizeBytes, sha256 }: FilePart): string => `${number}-${sizeBytes}-${sha256}`;

const readParts = async (folder: string): Promise<FilePart[] | undefined> => {
  const names = await readdir(folder).catch(unlessMissing);
  return names
    ?.map((name) => /^(\d+)-(\d+)-([0-9a-f]{64})$/.exec(name))
    .filter((match) => match !== null)
    .map(([, number, sizeBytes, sha256 = ""]) => ({
      number: Number(number),
      sizeBytes: Number(sizeBytes),
      sha256,
    }))
    .sort((one, other) => one.number - other.number);
};

/** Writes a part's body; false if it does not match. */
const writePart = async (draft: string, part: FilePart, body: FileBody): Promise<boolean> => {
  await using handle = await open(draft, "ax", 0o600);
  const digest = createHash("sha256");
  let sizeBytes = 0;
  for await (const piece of body instanceof Uint8Array ? [body] : body) {
    sizeBytes += piece.length;
    if (sizeBytes > part.sizeBytes) return false;
    digest.update(piece);
    await handle.appendFile(piece);
  }
  return sizeBytes === part.sizeBytes && digest.digest("hex") === part.sha256;
};

const moveIn = async (draft: string, part: FilePart, folder: string): Promise<PartReceipt> => {
  const description = await readOpen(folder);
  const parts = description && (await readParts(folder));
  if (!parts) return "no upload";
  const previous = parts.find(({ number }) => number === part.number);
  if (previous && nameOf(previous) === nameOf(part)) return "stored";
  if (previous) {
    await rm(join(folder, nameOf(previous)));
    await syncFolder(folder);
  }
  const start = (part.number - 1) * description.partBytes;
  const content = createWriteStream(join(folder, "content"), { flags: "r+", start, flush: true });
  await pipeline(createReadStream(draft), content);
  await writeFile(join(folder, nameOf(part)), "");
  await syncFolder(folder);
  return "stored";
};

const isWhole = (parts: readonly FilePart[], { sizeBytes, partBytes }: UploadShape): boolean =>
  parts.length === Math.ceil(sizeBytes / partBytes) &&
  parts.every(
    (part, index) =>
      part.number === index + 1 && part.sizeBytes === Math.min(partBytes, sizeBytes - index * partBytes),
  );

const finish = async (
  folder: string,
  { key, contentType, sizeBytes }: Description,
  parts: readonly FilePart[],
): Promise<void> => {
  await using content = await open(join(folder, "content"), "a+");
  // An earlier attempt may have got this far.
  await content.truncate(sizeBytes);
  const etag = `"${checksumOfParts(parts)}-${parts.length}"`;
  await appendFooter(content, { key, contentType, etag });
  await content.sync();
};

const remove = (folder: string, incoming: string): Promise<void> =>
  withDraft(incoming, async (draft) => {
    await rename(folder, draft).catch(unlessMissing);
  });
