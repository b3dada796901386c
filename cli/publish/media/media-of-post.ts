import type { LineProblem } from "#cli/publish/front-matter.ts";
import type { PostSource } from "#cli/publish/source.ts";
import { certain } from "#lib/certain.ts";
import { type FileBeside, SeasonName } from "./file-beside.ts";
import { allFilesOf, FilesBeside } from "./files-beside.ts";
import type { KeysOfMedia } from "./media-keys.ts";
import type { SaidOfMedia } from "./said-of-media.ts";

/** The files of all posts, for a place that takes episodes or does not. */
export interface FilesOfSite {
  readonly local: FilesBeside;
  readonly isPodcast: boolean;
  /** False below a home page, which takes only pages that are no posts. */
  readonly takesPosts: boolean;
}

export const noFilesYet: FilesOfSite = {
  local: new FilesBeside(undefined),
  isPodcast: false,
  takesPosts: true,
};

interface MediaOfPost {
  readonly problems: readonly LineProblem[];
  /** In the order in which the text names them. */
  readonly inText: readonly FileBeside[];
  readonly fields: KeysOfMedia["episode"] & {
    readonly cover_image?: { readonly id: FileBeside; readonly alt_text: string };
    readonly podcast_audio?: { readonly id: FileBeside };
    readonly season?: { readonly id: SeasonName };
  };
  readonly said: SaidOfMedia;
  /** Where each file is named, as `media.N`: refusals of an upload have this path. */
  readonly lines: ReadonlyMap<string, number>;
}

/** The files of a post as the API names media, or what is wrong with them. */
export const mediaOfPost = (
  { files, mediaKeys, mediaInText, isPage }: PostSource,
  { local, isPodcast, takesPosts }: FilesOfSite,
): MediaOfPost => {
  const all = allFilesOf(files);
  const problems = [...local.problemsOf(all)];
  const { audio, season, cover } = mediaKeys;
  if (!takesPosts && !isPage)
    problems.push({ line: 1, message: "Below a home page there are only pages: files with `type: page`." });
  if (audio && !isPodcast)
    problems.push({
      line: certain(audio[0]).line,
      message: "audio: Only a podcast has episodes, and this is a blog.",
    });
  if (problems.length > 0) return { ...nothing, problems };
  const coverFile = files.cover && local.fileOf(files.cover);
  const [recording, ...others] = files.audio.map((file) => local.fileOf(file));
  const inText = files.inText.map((file) => local.fileOf(file));
  const alts = inText.flatMap((file, index) => {
    const { alt = "", line } = certain(mediaInText[index]);
    const said = alt.replace(/\s+/g, " ").trim();
    return said === "" ? [] : [{ file, alt: said, line }];
  });
  const { chapters, transcript } = files;
  return {
    ...{ problems, inText },
    fields: {
      ...mediaKeys.episode,
      ...(coverFile && { cover_image: { id: coverFile, alt_text: certain(cover).alt } }),
      ...(recording && { podcast_audio: { id: recording } }),
      ...(season && { season: { id: new SeasonName(season.text) } }),
    },
    said: {
      alts,
      ...(recording && {
        audio: {
          ...{ file: recording, line: certain(certain(audio)[0]).line, others },
          ...(chapters && { chapters }),
          ...(transcript && { transcript }),
        },
      }),
    },
    lines: new Map(all.map(({ line }, index) => [`media.${index}`, line])),
  };
};

const nothing = { inText: [], fields: {}, said: { alts: [] }, lines: new Map<string, number>() };
