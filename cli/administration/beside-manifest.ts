import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import type * as z from "zod/mini";
import type { Connection } from "#cli/publish/client.ts";
import type { ProgressLine } from "#cli/publish/progress.ts";
import { uploadFormFor } from "#cli/upload/kind.ts";
import { inUnits, percent } from "#cli/upload/meter.ts";
import { sendFile } from "#cli/upload/send-file.ts";
import {
  beginningOf,
  checksumsOf,
  fileText,
  notAFile,
  readProblem,
} from "#lib/manifest/media/folder-files.ts";
import type { NamedFiles } from "#lib/manifest/read/written.ts";
import { maxImageBytes } from "#lib/media/file-rules.ts";
import type { manifestApplication } from "#lib/routes/administration-manifest.ts";
import { PlainError } from "#local/plain-error.ts";

type Described = NonNullable<z.output<typeof manifestApplication>["files"]>[number];

/** The number of times that a file is sent to a service which says each time that it does not have it. */
const maxSendings = 3;

/** The service asks for waits of 5 s; the lock of an upload that was killed lasts 29 s. */
const attemptsPastLock = 8;

interface Way {
  readonly connection: Connection;
  readonly progress: ProgressLine;
}

interface FileBesideManifest {
  readonly described: Described;
  readonly modifiedMs: number;
  /** The service's last upload of it. */
  upload?: number;
  sendings: number;
}

/** The files beside a manifest, and which of them a service has got. */
export class BesideManifest {
  readonly #folder: string;
  readonly #way: Way;
  /** Files by their paths in the manifest. */
  readonly #files: ReadonlyMap<string, FileBesideManifest>;

  private constructor(folder: string, way: Way, files: ReadonlyMap<string, FileBesideManifest>) {
    this.#folder = folder;
    this.#way = way;
    this.#files = files;
  }

  /** Reads all files that a manifest names once, for their checksums. */
  static async read(folder: string, { media, texts }: NamedFiles, way: Way): Promise<BesideManifest> {
    const files = new Map<string, FileBesideManifest>();
    for (const path of texts) {
      // One that cannot be read is described by its path alone.
      const text = await fileText(resolve(folder, path)).catch(() => undefined);
      const described = { path, ...(text !== undefined && { text }) };
      files.set(path, { described, modifiedMs: 0, sendings: 0 });
    }
    for (const [index, path] of media.entries()) {
      const tell = (share: number) =>
        way.progress.show(`reading ${index + 1}/${media.length}  ${path}: ${percent(share)}`);
      const { file, modifiedMs } = await describe(resolve(folder, path), tell);
      const described = { ...files.get(path)?.described, path, ...file };
      files.set(path, { described, modifiedMs, sendings: 0 });
    }
    return new BesideManifest(folder, way, files);
  }

  get described(): Described[] {
    return [...this.#files.values()].map(({ described, upload }) =>
      upload !== undefined && described.content
        ? { ...described, content: { ...described.content, upload } }
        : described,
    );
  }

  /** Sends the files that the service asks for. */
  async send(paths: readonly string[]): Promise<void> {
    for (const path of paths) await this.#sendOne(path);
  }

  async #sendOne(path: string): Promise<void> {
    const { connection, progress } = this.#way;
    const asked = this.#files.get(path);
    const sizeBytes = asked?.described.content?.size ?? 0;
    if (!asked || asked.sendings >= maxSendings || sizeBytes === 0)
      throw new PlainError(`The service asks for ${path} again and again; run the command again.`);
    asked.sendings++;
    const name = basename(path);
    const source = {
      file: resolve(this.#folder, path),
      contentType: uploadFormFor(name)?.contentType ?? "application/octet-stream",
      modifiedMs: asked.modifiedMs,
      ...{ name, sizeBytes },
    };
    let arrived = 0;
    const watcher = {
      begun: () => {
        arrived = 0;
      },
      arrived: (bytes: number) => {
        arrived += bytes;
        progress.show(`${path}: ${percent(arrived / sizeBytes)} of ${inUnits(sizeBytes)}`);
      },
    };
    asked.upload = await sendFile(connection, source, watcher, { attempts: attemptsPastLock });
  }
}

/** The checksum of a file that no site takes. */
const noChecksum = "0".repeat(64);

const describe = async (
  path: string,
  tell: (share: number) => void,
): Promise<{ readonly file: Omit<Described, "path">; readonly modifiedMs: number }> => {
  try {
    const stats = await stat(path);
    const { size, mtimeMs: modifiedMs } = stats;
    if (!stats.isFile()) return { file: { problem: notAFile }, modifiedMs };
    // For an image that is too large for any site, the size is enough.
    const isTooLarge = uploadFormFor(path)?.kind === "image" && size > maxImageBytes;
    const { sha256, partsSha256 } = isTooLarge
      ? { sha256: noChecksum, partsSha256: noChecksum }
      : await checksumsOf(path, size, (bytes) => tell(bytes / size));
    const first_bytes = Buffer.from(await beginningOf(path)).toString("hex");
    return { file: { content: { size, sha256, parts_sha256: partsSha256, first_bytes } }, modifiedMs };
  } catch (error) {
    const problem = readProblem(error);
    if (problem === undefined) throw error;
    return { file: { problem }, modifiedMs: 0 };
  }
};
