import { isSubscribed } from "#lib/feeds/feed-names.ts";
import {
  feedsPath,
  filesPath,
  privateFeedsPath,
  publicFilesPath,
  restrictedFilesPath,
} from "#lib/media/file-delivery.ts";
import { mediaFileNameIn } from "#lib/media/file-key.ts";
import { comparedPath, isReservedStart } from "#lib/pages/addresses.ts";

/**
 * The subject that a request counts for. `name` is a page's path, a feed's path, or the key of an audio's
 * file.
 */
export interface CountedSubject {
  readonly kind: "view" | "feed" | "download";
  readonly name: string;
  /** The id of the audio; 0 for others. */
  readonly audioId: number;
}

const statuses: Readonly<Record<CountedSubject["kind"], ReadonlySet<number>>> = {
  view: new Set([200, 304]),
  feed: new Set([200, 304]),
  download: new Set([200, 206]),
};

/**
 * The subject of a request; undefined if it is not counted: other methods, refusals, and addresses of the
 * service itself.
 */
export const subjectOf = ({
  method,
  path,
  status,
}: Pick<SentAnswer, "method" | "path" | "status">): CountedSubject | undefined => {
  if (method !== "GET") return undefined;
  const decoded = decodedPath(path);
  const subject = decoded === undefined ? undefined : subjectAt(decoded);
  return subject && statuses[subject.kind].has(status) ? subject : undefined;
};

const decodedPath = (path: string): string | undefined => {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
};

/** The longest first: each begins with those after it. */
const folders = [publicFilesPath, restrictedFilesPath, filesPath, "/media"].map((path) => `${path}/`);

const subjectAt = (path: string): CountedSubject | undefined => {
  const folder = folders.find((start) => path.startsWith(start));
  if (folder !== undefined) return download(path.slice(folder.length));
  // Their addresses are secrets.
  if (path.startsWith(`${privateFeedsPath}/`)) return undefined;
  if (path.startsWith(`${feedsPath}/`)) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    return isSubscribed(name) ? { kind: "feed", name: path, audioId: 0 } : undefined;
  }
  const [, first = ""] = path.split("/", 2);
  return isReservedStart(first) ? undefined : { kind: "view", name: comparedPath(path), audioId: 0 };
};

const download = (key: string): CountedSubject | undefined => {
  const file = mediaFileNameIn(key);
  return file?.kind === "audio" ? { kind: "download", name: key, audioId: file.id } : undefined;
};

/** An answered request for counting, whoever logged it. */
export interface SentAnswer {
  readonly method: string;
  /** The path as sent, without the query. */
  readonly path: string;
  readonly status: number;
  readonly address: string;
  /** Empty for none. */
  readonly userAgent: string;
  /** The first byte of the file that was sent, and the number of bytes. */
  readonly start: number;
  readonly bytes: number;
}
