import * as z from "zod";
import type { ZodMiniType } from "zod/mini";
import { sectionNames } from "#lib/blocks/sections.ts";
import { parentSchemas, restriction } from "#lib/manifest/page-schema.ts";
import { objectSchema } from "#lib/manifest/sayings.ts";
import { sectionSchemas, siteSchema } from "#lib/manifest/schema.ts";
import { audioFormat, audioFormats } from "#lib/media/audio-formats.ts";
import { declaredMedia, fieldsOfMedia, type MediaKind } from "#lib/media/media.ts";
import { mediaAuthoring } from "#lib/media/media-fields.ts";
import { inputSchema } from "#lib/openapi/json-schema.ts";
import type { JsonSchema } from "#lib/openapi/reference.ts";
import { fieldsOfKind } from "#lib/pages/content.ts";
import { contentAuthoring } from "#lib/pages/content-authoring.ts";
import { seasonFields, type WrittenKind } from "#lib/pages/page.ts";
import { audioChanges, imageChanges, videoChanges } from "#lib/routes/editor-media-changes.ts";
import {
  episodeChanges,
  neededSection,
  newEpisode,
  newPost,
  newStandalonePage,
  pageChanges,
  postChanges,
  sectionForms,
} from "#lib/routes/editor-post-shapes.ts";
import type { DescribedField } from "#lib/routes/editor-schema.ts";
import { audioForm, imageForm, videoForm } from "#lib/routes/upload-forms.ts";
import {
  authorAuthoring,
  authorFields,
  categoryAuthoring,
  categoryFields,
  redirectAuthoring,
  redirectFields,
  settingFields,
} from "#lib/site/site.ts";
import { groupFields } from "#lib/site/user.ts";
import { webhookAuthoring, webhookFields } from "#lib/site/webhook.ts";
import { workflowFields } from "#lib/site/workflow.ts";
import { describeField, describeObject, type FormMembers, type Member } from "./described-field.ts";
import { membersOfMedia, membersOfObject, membersOfPages } from "./hints.ts";
import {
  collectionMembers,
  parentMembers,
  parentPageMembers,
  restrictionMembers,
  trustMembers,
  webhookSecret,
} from "./members.ts";

/** The kinds of objects that forms are made for, and what their fields take. */

export interface DescribedKind {
  readonly fields: readonly DescribedField[];
  readonly one_of: readonly (readonly string[])[];
}

const kindOf = (
  fields: readonly DescribedField[],
  ...oneOf: readonly (readonly string[])[]
): DescribedKind => ({
  fields,
  one_of: oneOf,
});

/** Members of a request that are no fields of the page. */
const aboutRequest = ["publish", "base_revision_id", "require_unpublished"];

/** What a create and a change take: what fields may be from the change, what is needed from the create. */
const sentFields = (
  created: ZodMiniType,
  changed: ZodMiniType,
  members: FormMembers,
  leftOut: readonly string[] = aboutRequest,
): DescribedField[] => {
  const creation = inputSchema(created);
  const properties = { ...creation.properties, ...inputSchema(changed).properties };
  return Object.entries(properties)
    .filter(([name]) => !leftOut.includes(name))
    .map(([name, property]) => {
      const member = members[name];
      if (!member) throw new Error(`Nothing says what ${name} is.`);
      return describeField(name, property as JsonSchema, member, creation.required?.includes(name) ?? false);
    });
};

const { body } = contentAuthoring;

const sectionMembers: FormMembers = Object.fromEntries(
  sectionNames.flatMap((name) => {
    const [blocks, markdown] = sectionForms(name);
    const label = name === neededSection ? "Overview" : "Detail";
    return [
      [blocks, { type: "blocks", label, help: body.help }],
      [markdown, { type: "markdown", label: `${label} in Markdown`, help: body.help }],
    ] satisfies [string, Member][];
  }),
);

const parent: Member = {
  ...{
    type: "reference",
    reference: "page",
    label: "Below",
    help: "The blog or podcast that it belongs to.",
  },
  members: { id: { type: "reference", reference: "page", label: "Page" } },
};

const writtenPage = (kind: WrittenKind, created: ZodMiniType, changed: ZodMiniType) =>
  kindOf(
    sentFields(created, changed, {
      parent:
        kind === "page" ? { ...parent, help: "The home page, blog or podcast that it belongs to." } : parent,
      ...membersOfPages(fieldsOfKind[kind], contentAuthoring, false),
      ...sectionMembers,
    }),
    sectionForms(neededSection),
  );

const file = (label: string, help: string): Member => ({ type: "reference", reference: "file", label, help });

const audioFiles: FormMembers = Object.fromEntries(
  audioFormats.map((format) => [format, file(audioFormat(format).title, mediaAuthoring.files.help)]),
);

/** A form names some fields in its own way, which PATCH and answers name in another. */
const namedOtherwise = (kind: MediaKind): string[] =>
  declaredMedia<string>(fieldsOfMedia[kind]).flatMap(([, { editedAs, uploadedAs }, wire]) =>
    (uploadedAs ?? wire) === (editedAs ?? wire) ? [] : [uploadedAs ?? wire],
  );

const media = (kind: MediaKind, form: ZodMiniType, changes: ZodMiniType) => {
  const members = { ...membersOfMedia(fieldsOfMedia[kind], mediaAuthoring), ...audioFiles };
  return sentFields(form, changes, members, namedOtherwise(kind));
};

/** A section, or a kind of page, of a manifest. */
const saidIn = (schema: z.ZodType, members: FormMembers): DescribedField[] => {
  const { $defs = {}, ...said } = z.toJSONSchema(schema, { io: "input" });
  return describeObject(withDefinitions(said, $defs), members).map((field) =>
    // A change of the site takes null for what need not be said, as what nobody has set.
    field.required ? field : { ...field, nullable: true },
  );
};

/** The schema with its definitions where it refers to them. */
const withDefinitions = <Value>(value: Value, definitions: Readonly<Record<string, unknown>>): Value => {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => withDefinitions(each, definitions)) as Value;
  const name = "$ref" in value ? String(value.$ref).replace("#/$defs/", "") : undefined;
  const whole = name === undefined ? value : (definitions[name] ?? value);
  const members = Object.entries(whole).map(([key, member]) => [key, withDefinitions(member, definitions)]);
  return Object.fromEntries(members) as Value;
};

const page = (kind: "home" | "blog" | "podcast") =>
  kindOf(
    saidIn(parentSchemas[kind](), {
      ...membersOfPages(fieldsOfKind[kind], contentAuthoring, true),
      ...parentPageMembers,
      seasons: {
        ...{ type: "list", items: { type: "object", members: membersOfObject(seasonFields) } },
        ...{ label: "Seasons", help: "Those that episodes name." },
      },
    }),
  );

const linkFields = settingFields.navigation.fields;
const webLinkFields = settingFields.socialLinks.fields;

/** The two lists are sections of their own. */
const settings = (): DescribedField[] =>
  saidIn(siteSchema.omit({ navigation: true, social_links: true }), membersOfObject(settingFields));

const pathAndType = z.strictObject({
  path: z.string().meta({ pattern: "^/" }),
  type: z.enum(["site.HomePage", "site.Blog", "site.Podcast"]),
});

const pageRestriction = z.strictObject({ page: z.string().meta({ pattern: "^/" }) });

/** A restriction of a page, which names the page. */
const restrictions = (): DescribedField[] => [
  ...saidIn(pageRestriction, restrictionMembers),
  ...saidIn(z.strictObject({ restriction }), collectionMembers).flatMap(({ fields = [] }) => fields),
];

/** All kinds, by what answers and sections call them (contract#described-fields). */
export const describedKinds = (): Readonly<Record<string, DescribedKind>> => ({
  post: writtenPage("post", newPost, postChanges),
  episode: writtenPage("episode", newEpisode, episodeChanges),
  page: writtenPage("page", newStandalonePage, pageChanges),
  home: page("home"),
  blog: page("blog"),
  podcast: page("podcast"),
  image: kindOf(media("image", imageForm, imageChanges)),
  audio: kindOf(media("audio", audioForm, audioChanges), audioFormats),
  video: kindOf(media("video", videoForm, videoChanges)),
  settings: kindOf(settings()),
  navigation: kindOf(saidIn(objectSchema(linkFields), membersOfObject(linkFields))),
  social_links: kindOf(saidIn(objectSchema(webLinkFields), membersOfObject(webLinkFields))),
  categories: kindOf(saidIn(sectionSchemas.categories, membersOfObject(categoryFields, categoryAuthoring))),
  authors: kindOf(saidIn(sectionSchemas.authors, membersOfObject(authorFields, authorAuthoring))),
  collections: kindOf(saidIn(sectionSchemas.collections, collectionMembers)),
  groups: kindOf(saidIn(sectionSchemas.groups, membersOfObject(groupFields))),
  workflows: kindOf(saidIn(sectionSchemas.workflows, membersOfObject(workflowFields))),
  parents: kindOf([...saidIn(pathAndType, parentMembers), ...page("podcast").fields]),
  restrictions: kindOf(restrictions()),
  webhooks: kindOf(
    saidIn(sectionSchemas.webhooks, {
      ...membersOfObject(webhookFields, webhookAuthoring),
      ...webhookSecret,
    }),
  ),
  oidc: kindOf(saidIn(sectionSchemas.oidc, trustMembers)),
  redirects: kindOf(saidIn(sectionSchemas.redirects, membersOfObject(redirectFields, redirectAuthoring))),
});
