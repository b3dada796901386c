import { type Authoring, type Declaration, declarationsIn } from "#lib/field.ts";
import { emptyMedia } from "#lib/media/media.ts";
import type { MediaField, MediaType } from "#lib/media/media-fields.ts";
import {
  type Authored,
  type ObjectField,
  type ObjectFields,
  type ObjectType,
  ordinaryValue,
} from "#lib/object-fields.ts";
import type { ContentField, ContentType } from "#lib/pages/content-fields.ts";
import { emptyOf } from "#lib/pages/content-values.ts";
import { seasonAuthoring, seasonFields } from "#lib/pages/page.ts";
import {
  directoryAuthoring,
  fundingAuthoring,
  licenseAuthoring,
  locationAuthoring,
  ownerAuthoring,
  personAuthoring,
  personFields,
  podcastAuthoring,
  podcastDetailFields,
  txtAuthoring,
  updateFrequencyAuthoring,
} from "#lib/pages/podcast.ts";
import { linkAuthoring, settingAuthoring, settingFields } from "#lib/site/site.ts";
import { groupAuthoring, groupFields, mediaGrantAuthoring, pageGrantAuthoring } from "#lib/site/user.ts";
import { taskAuthoring, workflowAuthoring, workflowFields } from "#lib/site/workflow.ts";
import { choiceTexts } from "./choice-texts.ts";
import type { FormMembers, Hint, Member } from "./described-field.ts";

/** What forms make of a declared field, by its type. The schema of the field says the rest. */

const text: Hint = { type: "text" };
const choice: Hint = { type: "choice", choices: choiceTexts };

const listOf = (items: Hint): Hint => ({ type: "list", items });

const referenceTo = (reference: string, members?: FormMembers): Hint => ({
  type: "reference",
  reference,
  members,
});

/** A reference as an object whose only member names what it is to. */
const wrapped = (reference: string, member: string, label: string): Hint =>
  referenceTo(reference, { [member]: { ...referenceTo(reference), label } });

const altText: Member = { ...text, label: "Alternative text", help: "What the picture shows." };

const source: FormMembers = {
  name: { ...text, label: "Folder", help: "The name of the folder that the client keeps." },
  path: { ...text, label: "Path", help: "The file in the folder." },
  digest: { ...text, label: "Digest", help: "What the client knows the content of the file by." },
};

const chapter: FormMembers = {
  start: { type: "number", label: "Start", help: "Seconds, or a time such as 1:02:03.45." },
  title: { ...text, label: "Title", help: "What players show." },
  link: { type: "url", label: "Link", help: "A page about what is said." },
  image: { type: "url", label: "Picture", help: "The address of a picture." },
};

const soundbite: FormMembers = {
  start: { type: "number", label: "Start", help: "Seconds from the beginning." },
  duration: { type: "number", label: "Length", help: "Seconds; apps like 15 to 120." },
  title: { ...text, label: "Title", help: "What apps show; left out, the title of the episode." },
};

const point: FormMembers = {
  x: { type: "number", label: "From the left", help: "A fraction of the width, from 0 to 1." },
  y: { type: "number", label: "From the top", help: "A fraction of the height, from 0 to 1." },
};

type ByType<Types extends string, Field> = {
  readonly [Type in Types]: (field: Field, isManifest: boolean) => Hint;
};

/** The API names media by id, manifests by key. */
const cover = (isManifest: boolean): Hint => ({
  type: "object",
  members: {
    [isManifest ? "image" : "id"]: { ...referenceTo("image"), label: "Picture" },
    alt_text: altText,
  },
});

const named = (kind: string, label: string) => (_: unknown, isManifest: boolean) =>
  wrapped(kind, isManifest ? kind : "id", label);

const contentHints: ByType<ContentType, ContentField> = {
  title: () => text,
  slug: () => ({ type: "slug" }),
  text: () => text,
  richText: () => ({ type: "rich_text" }),
  instant: () => ({ type: "instant" }),
  number: () => ({ type: "integer" }),
  boolean: () => ({ type: "boolean" }),
  choice: ({ choices }) => ({ type: "choice", choices }),
  theme: () => referenceTo("theme"),
  tags: () => ({ type: "tags", items: text }),
  categories: () => listOf(referenceTo("category")),
  authors: () => listOf(referenceTo("author")),
  aliases: () => listOf(text),
  guid: () => text,
  cover: (_, isManifest) => cover(isManifest),
  source: () => ({ type: "object", members: source }),
  language: () => text,
  pageId: () => referenceTo("page"),
  body: () => ({ type: "blocks" }),
  audio: named("audio", "Audio"),
  season: named("season", "Season"),
  persons: () => listOf({ type: "object", members: membersOfObject(personFields) }),
  soundbites: () => listOf({ type: "object", members: soundbite }),
  podcast: () => ({ type: "object", members: membersOfObject(podcastDetailFields) }),
};

const mediaHints: ByType<MediaType, MediaField> = {
  text: () => text,
  choice: ({ choices }) => ({ type: "choice", choices }),
  tags: () => ({ type: "tags", items: text }),
  chapters: () => listOf({ type: "object", members: chapter }),
  collection: () => referenceTo("collection"),
  owner: () => referenceTo("user"),
  instant: () => ({ type: "instant" }),
  key: () => text,
  seconds: () => ({ type: "number" }),
  mark: () => ({ type: "boolean" }),
  picture: () => referenceTo("file"),
  point: () => ({ type: "object", members: point }),
  pictures: () => listOf(referenceTo("file")),
  recordings: () => referenceTo("file"),
  transcript: () => referenceTo("file"),
  video: () => referenceTo("file"),
};

const objectHints: ByType<ObjectType, ObjectField> = {
  title: () => text,
  slug: () => ({ type: "slug" }),
  theme: () => referenceTo("theme"),
  line: () => text,
  text: () => text,
  timezone: () => text,
  language: () => text,
  uuid: () => text,
  email: () => ({ type: "email" }),
  origin: () => ({ type: "url" }),
  webAddress: () => ({ type: "url" }),
  // A path of the site is no address.
  linkTarget: () => text,
  hub: () => ({ type: "url" }),
  boolean: () => ({ type: "boolean" }),
  choice: ({ choices }) => ({ type: "choice", choices }),
  image: () => wrapped("image", "image", "Picture"),
  integer: () => ({ type: "integer" }),
  someOf: () => listOf(choice),
  hosts: () => listOf(text),
  features: () => listOf(choice),
  podcastCategories: () => listOf(choice),
  sitePath: () => text,
  feedName: () => choice,
  page: () => referenceTo("page"),
  pages: () => listOf(referenceTo("page")),
  groups: () => listOf(referenceTo("group")),
  collection: () => referenceTo("collection"),
  object: ({ fields = {} }) => ({ type: "object", members: membersOfObject(fields) }),
  objects: ({ fields = {} }) => listOf({ type: "object", members: membersOfObject(fields) }),
  persons: ({ fields = {} }) => listOf({ type: "object", members: membersOfObject(fields) }),
};

type Table = Readonly<Record<string, Authoring>>;

/** The texts about the fields of objects within others. */
const authoringOf = new Map<ObjectFields, Table>([
  [settingFields, settingAuthoring],
  [settingFields.navigation.fields, linkAuthoring],
  [settingFields.socialLinks.fields, linkAuthoring],
  [podcastDetailFields, podcastAuthoring],
  [podcastDetailFields.owner.fields, ownerAuthoring],
  [podcastDetailFields.funding.fields, fundingAuthoring],
  [podcastDetailFields.directories.fields, directoryAuthoring],
  [podcastDetailFields.license.fields, licenseAuthoring],
  [podcastDetailFields.location.fields, locationAuthoring],
  [podcastDetailFields.updateFrequency.fields, updateFrequencyAuthoring],
  [podcastDetailFields.txt.fields, txtAuthoring],
  [personFields, personAuthoring],
  [seasonFields, seasonAuthoring],
  [groupFields, groupAuthoring],
  [groupFields.pages.fields, pageGrantAuthoring],
  [groupFields.collections.fields, mediaGrantAuthoring],
  [workflowFields, workflowAuthoring],
  [workflowFields.tasks.fields, taskAuthoring],
]);

interface Told extends Declaration {
  readonly editedAs?: string;
}

/** The members of an object with these fields, by the names that the API has for them. */
const told = <Field extends Told>(
  fields: Readonly<Record<string, Field>>,
  authoring: Table,
  hintOf: (field: Field) => Hint,
): FormMembers =>
  Object.fromEntries(
    declarationsIn<string, Field>(fields).map(([name, field, wire]) => {
      const { label = name, help } = authoring[name] ?? {};
      const { requiredToPublish } = field;
      return [field.editedAs ?? wire, { ...hintOf(field), requiredToPublish, label, help }];
    }),
  );

/** The members of an object beside contents, whose texts may be those of another table. */
export const membersOfObject = <Fields extends ObjectFields>(
  fields: Fields,
  authoring?: Authored<Fields>,
): FormMembers => {
  const table: Table | undefined = authoring ?? authoringOf.get(fields);
  if (!table) throw new Error(`Nothing says what ${Object.keys(fields).join(", ")} are.`);
  return told<ObjectField>(fields, table, (field) => ({
    ...objectHints[field.type](field, true),
    empty: ordinaryValue(field),
  }));
};

/** The members of pages with these fields: as the editor API has them, or in a manifest. */
export const membersOfPages = (
  fields: Readonly<Record<string, ContentField>>,
  authoring: Table,
  isManifest: boolean,
): FormMembers =>
  told(fields, authoring, (field) => ({
    ...contentHints[field.type](field, isManifest),
    empty: field.shownAs ?? emptyOf(field),
  }));

/** The members of media with these fields, as the editor API has them. */
export const membersOfMedia = (fields: Readonly<Record<string, MediaField>>, authoring: Table): FormMembers =>
  told(fields, authoring, (field) => ({ ...mediaHints[field.type](field, false), empty: emptyMedia(field) }));
