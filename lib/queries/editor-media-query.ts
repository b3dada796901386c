import { certain } from "#lib/certain.ts";
import { type MediaKind, mediaKinds } from "#lib/media/media.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { refuseProblems } from "#lib/refusals/refusal.ts";
import { mayParameter } from "./may-query.ts";
import { type PageWindow, pageWindowParameters, parsePageWindow } from "./pagination.ts";
import {
  booleanParameter,
  integerFrom,
  lastValues,
  textPart,
  unsupportedParameters,
} from "./parameter-values.ts";
import type { QueryDeclaration } from "./query-declaration.ts";

export interface EditorMediaQuery {
  /** Empty if the title does not matter. */
  readonly titlePart: string;
  readonly tags: readonly string[];
  /** Checksums, at most 100, in lower case; empty if the files do not matter. */
  readonly partsSha256: readonly string[];
  /** The id of a collection, without those below it; undefined for any. */
  readonly collection: number | undefined;
  /** True for items in full. */
  readonly details: boolean;
  /** True: items say what the caller may do (contract#may). */
  readonly may: boolean;
  readonly window: PageWindow;
}

const mediaParameters = {
  q: { description: "A part of the title, or of an audio's subtitle, in any case." },
  tag: { description: "An exact tag; repeated, all of them must be there.", repeatable: true },
  parts_sha256: {
    description: "The checksum of a file by its parts; repeated, up to 100 times, any of them.",
    repeatable: true,
  },
  collection: {
    description: "Only objects in the collection with this id, and not below it.",
    type: "integer",
  },
  details: { description: "`true`: items as single objects are read.", type: "boolean" },
  ...mayParameter,
  ...pageWindowParameters,
} as const;

const maxChecksums = 100;

const collectionProblems = (text: string | null): readonly Problem[] =>
  text === null || (integerFrom(text) ?? 0) > 0
    ? []
    : [{ path: "collection", code: "invalid", message: "Expected the id of a collection." }];

const checksumProblems = (checksums: readonly string[]): readonly Problem[] => {
  const path = "parts_sha256";
  if (checksums.length > maxChecksums)
    return [{ path, code: "max_length", message: `At most ${maxChecksums} checksums at a time.` }];
  return checksums.every((text) => /^[0-9a-f]{64}$/i.test(text))
    ? []
    : [{ path, code: "invalid", message: "Expected 64 hexadecimal digits." }];
};

/**
 * The query of the editor's lists of media; the last `q` counts (contract#media-query, contract#media-tags,
 * contract#media-of-collections, contract#media-parameters).
 */
export const editorMediaQuery: QueryDeclaration<EditorMediaQuery> = {
  parameters: mediaParameters,
  parse: (params) => {
    const checksums = params.getAll("parts_sha256");
    const collection = lastValues(params).get("collection") ?? null;
    const details = booleanParameter(params, "details");
    const may = booleanParameter(params, "may");
    refuseProblems([
      ...unsupportedParameters(params, Object.keys(mediaParameters)),
      ...checksumProblems(checksums),
      ...collectionProblems(collection),
      ...details.problems,
      ...may.problems,
    ]);
    return {
      titlePart: textPart(params),
      tags: params.getAll("tag"),
      partsSha256: checksums.map((text) => text.toLowerCase()),
      collection: collection === null ? undefined : integerFrom(collection),
      details: details.value,
      may: may.value,
      window: parsePageWindow(params),
    };
  },
};

export interface CollectionQuery {
  readonly kind: MediaKind;
  readonly window: PageWindow;
}

const collectionParameters = {
  type: { description: "`image`, `audio` or `video`.", required: true },
  ...pageWindowParameters,
} as const;

/**
 * The query for collections that media can be put into (contract#collections). Refuses all problems together;
 * a bad page is `not_found`.
 */
export const collectionQuery: QueryDeclaration<CollectionQuery> = {
  parameters: collectionParameters,
  parse: (params) => {
    const type = lastValues(params).get("type");
    const kind = mediaKinds.find((each) => each === type);
    refuseProblems([
      ...(kind ? [] : [typeProblem(type)]),
      ...unsupportedParameters(params, Object.keys(collectionParameters)),
    ]);
    return { kind: certain(kind), window: parsePageWindow(params) };
  },
};

const typeProblem = (type: string | undefined): Problem =>
  type === undefined
    ? { path: "type", code: "required", message: "This parameter is required." }
    : { path: "type", code: "invalid_choice", message: `One of ${mediaKinds.join(", ")} is required.` };
