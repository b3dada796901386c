import type { Authoring, Declaration, NamesSaying } from "#lib/field.ts";

/** Types of fields of media; `MediaValues` (`media.ts`) has the stored value of each. */
export type MediaType =
  | "text"
  | "choice"
  | "tags"
  | "chapters"
  | "collection"
  | "owner"
  | "instant"
  | "key"
  | "seconds"
  | "mark"
  | "picture"
  | "point"
  | "pictures"
  | "recordings"
  | "transcript"
  | "video";

/** The declaration of a field of images, audios or videos. */
export interface MediaField extends Omit<Declaration, "listed"> {
  readonly type: MediaType;
  /** Null: while nobody has set the field, answers have null, and PATCH takes null for it. */
  readonly empty?: string | null;
  /** Manifests take an empty text for null. */
  readonly blank?: true;
  /** The values of a choice, and the meaning of each. */
  readonly choices?: readonly (readonly [value: string, meaning: string])[];
  /** Its name in PATCH and answers of the editor API, if uploads and manifests have another one. */
  readonly editedAs?: string;
  /** Its name in upload forms. */
  readonly uploadedAs?: string;
  /**
   * PATCH does not take it, and upload forms do not of themselves: each needs its own check before the file,
   * as `diarizationChoice` (`lib/routes/upload-forms.ts`).
   */
  readonly onlyUploaded?: true;
  /** The service makes it from the file, and nobody sets it. */
  readonly made?: true;
  /** The editor API does not show it. */
  readonly hidden?: true;
  /** Lists of the editor API show it without being asked for details. Files are shown in their own ways. */
  readonly inLists?: true;
  /** Posts show it to programs that copy media (contract#site-builder-fields). */
  readonly copied?: true;
}

export type MediaFields = Readonly<Record<string, MediaField>>;

const maxTitleLength = 255;

/** The fields of all media, beside their kind, id and version. */
export const mediaFields = {
  tags: {
    type: "tags",
    always: true,
    searched: true,
    inLists: true,
    item: { place: "meta", shown: "always" },
  },
  collectionId: { type: "collection", called: "collection", always: true, inLists: true },
} as const satisfies MediaFields;

/** The fields of all media that only manifests set. */
export const manifestOnlyFields = {
  ownerId: { type: "owner", called: "owner", always: true, setBy: "manifest", hidden: true },
  createdAt: { type: "instant", always: true, setBy: "manifest", hidden: true },
  key: { type: "key", maxLength: 200, setBy: "manifest", hidden: true },
} as const satisfies MediaFields;

/** The fields of images, beside those of all media. */
export const imageFields = {
  title: {
    type: "text",
    maxLength: maxTitleLength,
    always: true,
    required: true,
    searched: true,
    inLists: true,
    copied: true,
    item: { shown: "always", filter: true },
  },
  description: {
    type: "text",
    maxLength: 255,
    editedAs: "alt_text",
    always: true,
    searched: true,
    copied: true,
  },
  file: { type: "picture", always: true },
  cover: { type: "picture", always: true, made: true },
  display: { type: "picture", always: true, made: true },
  share: { type: "picture", made: true, hidden: true },
  focalPoint: { type: "point", empty: null, copied: true },
  renditions: { type: "pictures", made: true, hidden: true },
} as const satisfies MediaFields;

/** The fields of audios, beside those of all media. */
export const audioFields = {
  title: {
    type: "text",
    maxLength: maxTitleLength,
    empty: null,
    always: true,
    inLists: true,
    copied: true,
  },
  subtitle: {
    type: "text",
    maxLength: 512,
    empty: null,
    blank: true,
    always: true,
    inLists: true,
    copied: true,
  },
  files: { type: "recordings", always: true },
  durationSeconds: { type: "seconds", called: "duration", always: true, made: true, copied: true },
  durationIsEstimate: { type: "mark", called: "duration_is_estimate", made: true, copied: true },
  chapters: { type: "chapters", uploadedAs: "chaptermarks", always: true, copied: true },
  transcript: { type: "transcript", always: true },
  transcriptDiarizationMode: {
    type: "choice",
    choices: [
      ["inherit", "players name the speakers of the transcript"],
      ["disabled", "players name no speakers"],
    ],
    empty: "inherit",
    always: true,
    onlyUploaded: true,
    inLists: true,
  },
} as const satisfies MediaFields;

/** The fields of videos, beside those of all media. */
export const videoFields = {
  title: {
    type: "text",
    maxLength: maxTitleLength,
    always: true,
    required: true,
    inLists: true,
    copied: true,
  },
  original: { type: "video", always: true },
  poster: { type: "picture", empty: null, always: true },
  posterThumbnail: { type: "picture", empty: null, always: true, made: true, hidden: true },
  posterIsFrame: { type: "mark", made: true, hidden: true },
} as const satisfies MediaFields;

type AllFields = typeof mediaFields &
  typeof manifestOnlyFields &
  typeof imageFields &
  typeof audioFields &
  typeof videoFields;

type MadeName = NamesSaying<
  typeof imageFields & Omit<typeof audioFields, "title"> & Omit<typeof videoFields, "title">,
  { readonly made: true }
>;

/** The texts are apart from the declarations, because functions that serve no forms do not carry them. */
export const mediaAuthoring = {
  title: { label: "Title", help: "What lists call it, and players show." },
  description: { label: "Description", help: "What the image shows, for people who do not see it." },
  subtitle: { label: "Subtitle", help: "A line below the title, for players." },
  tags: { label: "Tags", help: "Words by which editors find it." },
  collectionId: { label: "Collection", help: "Where it belongs, which decides who may see and use it." },
  ownerId: { label: "Owner", help: "The user who has uploaded it." },
  createdAt: { label: "Created", help: "When it was uploaded; lists begin with the newest." },
  key: { label: "Key", help: "What the manifest calls it." },
  file: { label: "File", help: "A picture." },
  focalPoint: {
    label: "Focal point",
    help: "What stays in view where the picture is cut; without one, its middle.",
  },
  files: { label: "Files", help: "The recording, in one format or several." },
  chapters: {
    label: "Chapters",
    help: "Where each part of the recording begins; left out, those in the file.",
  },
  transcript: { label: "Transcript", help: "What is said in the recording." },
  transcriptDiarizationMode: {
    label: "Speakers",
    help: "Whether players name the speakers of the transcript.",
  },
  original: { label: "File", help: "A film." },
  poster: { label: "Poster", help: "A picture to show before the film plays; left out, a frame of it." },
} as const satisfies Readonly<Record<Exclude<keyof AllFields, MadeName>, Authoring>>;
