import type * as z from "zod/mini";
import type { LineProblem } from "#cli/publish/front-matter.ts";
import type { ProgressLine } from "#cli/publish/progress.ts";
import { inUnits, percent } from "#cli/upload/meter.ts";
import { openSource, type UploadSource } from "#cli/upload/source.ts";
import { partsChecksum } from "#client/upload.ts";
import { certain } from "#lib/certain.ts";
import type { MediaKind } from "#lib/media/media.ts";
import type { callerAndService } from "#lib/routes/caller-shapes.ts";
import { FileBeside } from "./file-beside.ts";
import type { FilesOfPost, NamedFile } from "./files-of-post.ts";

type Limits = z.output<typeof callerAndService>["limits"];

const limitOf = (limits: Limits, kind: MediaKind): number =>
  ({ image: limits.image_bytes, audio: limits.audio_bytes, video: limits.video_bytes })[kind];

/** Files of media with their checksums. Each is read once, part by part. */
export class FilesBeside {
  readonly #limits: Limits | undefined;
  readonly #byPath = new Map<string, FileBeside>();

  /** The limits may be absent only if there are no files. */
  constructor(limits: Limits | undefined) {
    this.#limits = limits;
  }

  /** Problems for which the service would refuse the files. No file is read. */
  problemsOf(files: readonly NamedFile[]): LineProblem[] {
    return files.flatMap(({ file, kind, sizeBytes, line, key }) => {
      const most = this.#maxBytes(kind);
      if (sizeBytes <= most) return [];
      const message = `${file} has ${sizeBytes} bytes; the service takes ${kind}s of up to ${most}.`;
      return [{ line, message: key === undefined ? message : `${key}: ${message}` }];
    });
  }

  /** Reads the files that the service takes. Throws a `PlainError` for a file that changes meanwhile. */
  async read(files: readonly NamedFile[], progress: ProgressLine): Promise<void> {
    const taken = files.filter(({ kind, sizeBytes }) => sizeBytes <= this.#maxBytes(kind));
    const each = [...new Map(taken.map((file) => [file.realPath, file])).values()];
    for (const [index, file] of each.entries()) {
      const { file: name, sizeBytes } = file;
      const size = inUnits(sizeBytes);
      const tell = (bytes: number): void =>
        progress.show(
          `reading ${index + 1}/${each.length}  ${name}: ${percent(bytes / sizeBytes)} of ${size}`,
        );
      this.#byPath.set(file.realPath, await fileBeside(file, tell));
    }
    progress.clear();
  }

  /** The checksums of a file that was read. */
  fileOf({ realPath }: NamedFile): FileBeside {
    return certain(this.#byPath.get(realPath));
  }

  #maxBytes(kind: MediaKind): number {
    return this.#limits ? limitOf(this.#limits, kind) : 0;
  }
}

const fileBeside = async (
  { realPath: _, line: __, key: ___, ...source }: NamedFile,
  tell: (bytes: number) => void,
): Promise<FileBeside> => new FileBeside(source, await checksumOf(source, tell));

/** `tell` hears how much of the file was read before each part. */
const checksumOf = async (source: UploadSource, tell: (bytes: number) => void): Promise<string> => {
  await using file = await openSource(source);
  const { name, sizeBytes } = source;
  const read = (start: number, end: number) => {
    tell(start);
    return file.read(Buffer.alloc(end - start), start);
  };
  const checksum = await partsChecksum({ name, sizeBytes, read });
  await file.requireUnchanged();
  return checksum;
};

export const allFilesOf = ({ cover, audio, inText }: FilesOfPost): readonly NamedFile[] => [
  ...(cover ? [cover] : []),
  ...audio,
  ...inText,
];
