import { isDeepStrictEqual } from "node:util";
import { type Client, ServiceRefusal } from "#cli/publish/client.ts";
import type { LineProblem } from "#cli/publish/front-matter.ts";
import { certain } from "#lib/certain.ts";
import { updateAudio, updateImage } from "#lib/routes/editor-media-objects.ts";
import { putAudioTranscript } from "#lib/routes/editor-transcripts.ts";
import type { Chapters } from "./chapters.ts";
import type { FileBeside } from "./file-beside.ts";
import type { Library, LibraryMedia } from "./library.ts";
import type { LocalTranscript } from "./transcript.ts";

/** What a post's file says of media. The service keeps this with the media and not with the post. */
export interface SaidOfMedia {
  /** The descriptions of pictures in the text. */
  readonly alts: readonly PictureAlt[];
  readonly audio?: {
    readonly file: FileBeside;
    readonly line: number;
    /** Its other formats. */
    readonly others: readonly FileBeside[];
    readonly chapters?: Chapters;
    readonly transcript?: LocalTranscript;
  };
}

export interface PictureAlt {
  readonly file: FileBeside;
  readonly alt: string;
  readonly line: number;
}

/** The part of this for digests of posts; undefined for a post that says nothing of media. */
export const digestedSayings = ({ alts, audio }: SaidOfMedia): unknown => {
  const { others = [], chapters, transcript } = audio ?? {};
  if (alts.length === 0 && others.length === 0 && !chapters && !transcript) return undefined;
  return {
    alts: alts.map(({ file, alt }) => [file.sha256, alt]),
    others,
    chapters,
    transcript: transcript?.sha256,
  };
};

/** A change of a medium. */
export interface Resaying {
  /** The field, as plans call it. */
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
  readonly isSaid: boolean;
  readonly file: FileBeside;
  readonly line: number;
  readonly make: (client: Client, stored: LibraryMedia) => Promise<LibraryMedia>;
}

/** The changes that the media in the service still need. Files that were not stored need everything. */
export const mediaChanges = ({ alts, audio }: SaidOfMedia, library: Library): Resaying[] => {
  const pictures = [...new Map(alts.map((each) => [each.file.sha256, each])).values()];
  const changes: Resaying[] = pictures.map(({ file, alt, line }) => ({
    ...changeOf(`description of ${file.source.file}`, library.find(file)?.[0]?.alt_text ?? "", alt),
    ...{ file, line },
    make: async (client, { id }) => client(updateImage, { params: { id }, body: { alt_text: alt } }),
  }));
  const { file, line, chapters, transcript } = audio ?? {};
  const stored = file && library.find(file)?.[0];
  if (chapters)
    changes.push({
      ...changeOf("chapters", stored?.chapters ?? [], chapters),
      ...{ file: certain(file), line: certain(line) },
      make: async (client, { id }) =>
        client(updateAudio, { params: { id }, body: { chapters: [...chapters] } }),
    });
  if (transcript)
    changes.push({
      ...{ field: "transcript", from: stored?.transcript?.url ?? null, to: transcript.file },
      ...{
        isSaid: stored?.transcript?.parts_sha256 === transcript.sha256,
        file: certain(file),
        line: certain(line),
      },
      make: async (client, { id }) => client(putAudioTranscript, { params: { id }, text: transcript }),
    });
  return changes.filter(({ isSaid }) => !isSaid);
};

const changeOf = (field: string, from: unknown, to: unknown) => ({
  ...{ field, from, to },
  isSaid: isDeepStrictEqual(from, to),
});

/** Makes the changes. Gives those that the token may not make; posts are published without them. */
export const sayOfMedia = async (
  said: SaidOfMedia,
  library: Library,
  client: Client,
): Promise<LineProblem[]> => {
  const refused: LineProblem[] = [];
  for (const { field, file, line, make } of mediaChanges(said, library)) {
    try {
      library.note(file, await make(client, await library.store(file)));
    } catch (error) {
      if (!(error instanceof ServiceRefusal) || error.code !== "permission_denied") throw error;
      refused.push({ line, message: `The ${field} is not kept: this token may not change the medium.` });
    }
  }
  return refused;
};
