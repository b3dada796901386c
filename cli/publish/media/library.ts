import type * as z from "zod/mini";
import { type Client, type Connection, ServiceRefusal } from "#cli/publish/client.ts";
import { everyItem } from "#cli/publish/every-item.ts";
import type { ProgressLine } from "#cli/publish/progress.ts";
import { usableCollection } from "#cli/upload/collection.ts";
import { createMedia } from "#cli/upload/create-media.ts";
import { sendFile } from "#cli/upload/send-file.ts";
import type { UploadWatcher } from "#client/upload.ts";
import type { MediaKind } from "#lib/media/media.ts";
import { listAudios, listImages, listVideos } from "#lib/routes/editor-media.ts";
import type { listedAudio, listedImage } from "#lib/routes/editor-media-shapes.ts";
import { listSeasons } from "#lib/routes/editor-pages.ts";
import { discardUpload } from "#lib/routes/editor-uploads.ts";
import { FileBeside, type IdOf } from "./file-beside.ts";

/** What the service says of a medium that has a file's content. */
export interface LibraryMedia {
  readonly id: number;
  readonly alt_text?: z.output<typeof listedImage>["alt_text"];
  readonly chapters?: z.output<typeof listedAudio>["chapters"];
  readonly transcript?: z.output<typeof listedAudio>["transcript"];
  /** True of a video that this run has uploaded, and that has no poster. */
  readonly lacksPoster?: boolean;
}

export interface LibraryOptions {
  readonly client: Client;
  readonly connection: Connection;
  readonly progress: ProgressLine;
  /** An id, or a path such as `Root/Shows`; by default the first collection that the token may add to. */
  readonly collection: string | undefined;
}

/** How many checksums a list takes. */
const atOnce = 100;

/** The service asks for waits of 5 s; the lock of an upload that was killed lasts 29 s. */
const attemptsPastLock = 8;

/** The media of the service that have the looked-up files, and the uploads of files that it does not have. */
export class Library {
  readonly #options: LibraryOptions;
  readonly #byFile = new Map<string, readonly LibraryMedia[]>();
  readonly #seasons = new Map<string, number>();
  readonly #collections = new Map<MediaKind, Promise<number>>();

  constructor(options: LibraryOptions) {
    this.#options = options;
  }

  /** The media with the file's content, the oldest first; undefined if it was not looked up. */
  find(file: FileBeside): readonly LibraryMedia[] | undefined {
    return this.#byFile.get(keyOf(file));
  }

  /** The id of the oldest medium with a file's content, or of a season; undefined while it is not known. */
  readonly idOf: IdOf = (named) =>
    named instanceof FileBeside ? this.find(named)?.[0]?.id : this.#seasons.get(named.season);

  /** Looks files up by their checksums: one request per 100 of a kind, one without any. */
  async lookUp(files: Iterable<FileBeside>): Promise<void> {
    const wanted = new Map([...files].map((file) => [keyOf(file), file]));
    for (const kind of ["image", "audio", "video"] as const) {
      const ofKind = [...wanted.values()].filter((file) => file.kind === kind);
      for (let start = 0; start < ofKind.length; start += atOnce)
        await this.#lookUpSome(kind, ofKind.slice(start, start + atOnce));
    }
  }

  /** Looks up the seasons of a podcast, by number and slug. */
  async readSeasons(podcast: number): Promise<void> {
    const { client } = this.#options;
    for (const { id, number, slug } of await everyItem(client, listSeasons, { params: { id: podcast } })) {
      this.#seasons.set(slug, id);
      this.#seasons.set(String(number), id);
    }
  }

  /** The seasons that were read. */
  get seasonNames(): readonly string[] {
    return [...this.#seasons.keys()];
  }

  /** Requires that a file of this kind can be stored. Throws a `PlainError`. */
  async requireCollection(kind: MediaKind): Promise<void> {
    await this.#collectionFor(kind);
  }

  /**
   * Gives the file a medium, if it has none yet. Two runs of one user store a file once: the second one's key
   * is refused, and it finds the medium of the first. `alt` describes a new image.
   */
  async store(file: FileBeside, alt = ""): Promise<LibraryMedia> {
    // Another run may have stored it since it was looked up.
    if (!this.find(file)?.[0]) await this.lookUp([file]);
    const stored = this.find(file)?.[0] ?? (await this.#upload(file, alt));
    this.#byFile.set(keyOf(file), [stored]);
    return stored;
  }

  /** Keeps what was changed of a medium. */
  note(file: FileBeside, stored: LibraryMedia): void {
    this.#byFile.set(keyOf(file), [stored]);
  }

  async #upload(file: FileBeside, alt: string): Promise<LibraryMedia> {
    const { client, connection } = this.#options;
    const { source, kind } = file;
    const collectionId = await this.#collectionFor(kind);
    const retries = { attempts: attemptsPastLock };
    const uploadId = await sendFile(
      connection,
      source,
      this.#watcher(source.file, source.sizeBytes),
      retries,
    );
    const description = { title: undefined, collectionId, tags: undefined, ...(alt !== "" && { alt }) };
    try {
      const key = `lectern-media-${file.sha256}`;
      return { ...(await createMedia(client, uploadId, source, description, key)), alt_text: alt };
    } catch (error) {
      if (!(error instanceof ServiceRefusal) || error.code !== "idempotency_key_reused") throw error;
    }
    // The key is that of a medium that another run has made, or of one that was deleted since.
    await this.lookUp([file]);
    const [made] = this.find(file) ?? [];
    if (!made) return { ...(await createMedia(client, uploadId, source, description)), alt_text: alt };
    await client(discardUpload, { params: { id: uploadId } }).catch((error: unknown) => {
      // It is gone after a day anyway.
      if (!(error instanceof ServiceRefusal)) throw error;
    });
    return made;
  }

  #watcher(file: string, sizeBytes: number): UploadWatcher {
    const { progress } = this.#options;
    let arrived = 0;
    return {
      begun: () => {
        arrived = 0;
      },
      arrived: (bytes) => {
        arrived += bytes;
        progress.show(`${file}: ${Math.floor((100 * arrived) / sizeBytes)} %`);
      },
    };
  }

  #collectionFor(kind: MediaKind): Promise<number> {
    const { client, collection } = this.#options;
    const known = this.#collections.get(kind) ?? usableCollection(client, kind, collection);
    this.#collections.set(kind, known);
    return known;
  }

  async #lookUpSome(kind: MediaKind, files: readonly FileBeside[]): Promise<void> {
    const found = await this.#list(
      kind,
      files.map(({ sha256 }) => sha256),
    );
    for (const file of files)
      this.#byFile.set(keyOf(file), inOrder(found.filter((media) => media.parts_sha256 === file.sha256)));
    // An audio shows the checksum of its first file, and is found by the others too.
    const isShown = ({ parts_sha256: sum }: Listed) => files.some(({ sha256 }) => sha256 === sum);
    if (kind !== "audio" || found.every(isShown)) return;
    for (const file of files.filter((each) => this.find(each)?.length === 0))
      this.#byFile.set(keyOf(file), inOrder(await this.#list(kind, [file.sha256])));
  }

  async #list(kind: MediaKind, checksums: readonly string[]): Promise<readonly Listed[]> {
    const query = { parts_sha256: checksums, details: "true" };
    return everyItem<string, Listed>(this.#options.client, lists[kind], { query });
  }
}

type Listed = LibraryMedia & { readonly parts_sha256?: string | null | undefined };

const lists = { image: listImages, audio: listAudios, video: listVideos } as const;

const keyOf = ({ kind, sha256 }: FileBeside): string => `${kind} ${sha256}`;

const inOrder = (media: readonly LibraryMedia[]): readonly LibraryMedia[] =>
  [...media].sort((one, other) => one.id - other.id);
