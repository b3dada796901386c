import { readArguments, serviceOptions } from "#cli/arguments.ts";
import { UsageError } from "#cli/usage-error.ts";
import { type MediaKind, mediaKinds } from "#lib/media/media.ts";

export interface UploadOptions {
  /** Files without repeats, in the order given. */
  readonly files: readonly string[];
  /** The kind that all files must have, if given. */
  readonly kind: MediaKind | undefined;
  readonly title?: string;
  /** An id, or a path such as `Root/Shows`. */
  readonly collection?: string;
  /** Tags in the syntax of the media API. */
  readonly tags?: string;
  readonly url?: string;
  readonly token?: string;
  readonly profile?: string;
  readonly json: boolean;
}

const known = {
  image: { type: "boolean", default: false },
  audio: { type: "boolean", default: false },
  video: { type: "boolean", default: false },
  title: { type: "string" },
  collection: { type: "string" },
  tags: { type: "string" },
  ...serviceOptions,
  json: { type: "boolean", default: false },
} as const;

/** Parses the arguments. Throws a {@link UsageError}. */
export const parseUploadOptions = (args: readonly string[]): UploadOptions => {
  const { values, positionals } = readArguments(args, known);
  const { image, audio, video, ...options } = values;
  const said = mediaKinds.filter((kind) => ({ image, audio, video })[kind]);
  if (positionals.length === 0) throw new UsageError("FILE is missing");
  if (said.length > 1) throw new UsageError(`--${said.join(" and --")} exclude each other`);
  const files = [...new Set(positionals)];
  if (files.length > 1 && options.title !== undefined) throw new UsageError("--title is for a single file");
  return { ...options, files, kind: said[0] };
};
