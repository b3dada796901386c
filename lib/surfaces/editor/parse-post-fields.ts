import type * as z from "zod/mini";
import type { UpdateClaim } from "#lib/access/post-permits.ts";
import { type SectionName, sectionNames } from "#lib/blocks/sections.ts";
import { parseBodyFields } from "#lib/http/body.ts";
import type { TellIgnored } from "#lib/http/ignored-fields.ts";
import { type Request, revisionFromIfMatch } from "#lib/http/request.ts";
import { tellUnknown } from "#lib/http/trial.ts";
import {
  type EpisodeOnlyFields,
  fieldsOfKind,
  type PostFields,
  type SectionInput,
  type WrittenFields,
} from "#lib/pages/content.ts";
import { type ContentField, type ContentType, episodeFields } from "#lib/pages/content-fields.ts";
import { type ContentOf, declared } from "#lib/pages/content-values.ts";
import type { New } from "#lib/pages/edit-post.ts";
import { canonicalLanguage } from "#lib/pages/language.ts";
import type { PageKind } from "#lib/pages/page.ts";
import { soundbitesInOrder } from "#lib/pages/soundbite.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { invalid, refuseProblems } from "#lib/refusals/refusal.ts";
import {
  episodeChanges,
  namesOfSomeKinds,
  neededSection,
  type newPost,
  type newStandalonePage,
  pageChanges,
  postChanges,
  sectionForms,
} from "#lib/routes/editor-post-shapes.ts";

type NewPost = z.output<typeof newPost>;
type NewPage = z.output<typeof newStandalonePage>;
type Changes = z.output<typeof postChanges | typeof pageChanges>;

/** Parses the author's fields of a new post. Refuses a section in two forms, and a missing overview. */
export const parseNewPostFields = (body: NewPost): New<PostFields> =>
  withOverview({ ...parsePostFields(body), title: body.title });

/** Parses likewise those of a new page that is no post. */
export const parseNewPageFields = (body: NewPage): New<WrittenFields> =>
  withOverview({ ...parsePageFields(body), title: body.title });

const withOverview = <Fields extends PostFields>(fields: Fields): Fields => {
  if (!fields[neededSection]) {
    const message = `Give ${sectionForms(neededSection).join(" or ")}; [] when there is none.`;
    throw invalid(neededSection, "required", message);
  }
  return fields;
};

/** Parses the author's fields of a create or PATCH. Refuses a section in two forms. */
export const parsePostFields = (body: NewPost | Changes): PostFields => ({
  ...sentContent(fieldsOfKind.post, body),
  ...parseSections(body),
});

const parsePageFields = (body: NewPage | Changes): WrittenFields => ({
  ...sentContent(fieldsOfKind.page, body),
  ...parseSections(body),
});

const parseSections = (body: NewPost | NewPage | Changes): Pick<PostFields, SectionName> => {
  const problems: Problem[] = [];
  const sectionInput = (section: SectionName): SectionInput | undefined => {
    const blocks = body[section];
    const [, inMarkdown] = sectionForms(section);
    const markdown = body[inMarkdown];
    if (blocks && markdown !== undefined) {
      const message = `Give either ${section} or ${inMarkdown}.`;
      problems.push({ path: inMarkdown, code: "conflict", message });
    }
    if (markdown !== undefined) return { markdown };
    return blocks && { blocks };
  };
  const sections = { overview: sectionInput("overview"), detail: sectionInput("detail") };
  refuseProblems(problems);
  return sections;
};

/** Refuses sections in Markdown (contract#markdown-off). */
export const refuseMarkdown = (fields: PostFields): void => {
  const written = sectionNames.filter((section) => "markdown" in (fields[section] ?? {}));
  const message = "This site takes blocks only, no Markdown.";
  refuseProblems(
    written.map((section) => ({ path: sectionForms(section)[1], code: "markdown_unavailable", message })),
  );
};

/** Refuses `publish: true` (contract#publish-field). */
export const refusePublish = (publish: boolean | undefined): void => {
  if (publish) throw invalid("publish", "unsupported", "Writing does not publish; use the publish endpoint.");
};

/** True if a PATCH has a field to change. */
export const changesSome = (fields: PostFields): boolean =>
  Object.values(fields).some((value) => value !== undefined);

/** Refuses a PATCH that changes no field. */
const requireChange = (fields: PostFields): void => {
  if (changesSome(fields)) return;
  throw invalid("non_field_errors", "required", "At least one field to change is required.");
};

/** The revision that a PATCH is based on, as digits: in the body, the header, or the same in both. */
export const baseRevision = (inBody: string | undefined, inHeader: string | undefined): string => {
  const base = namedRevision(inBody, inHeader);
  if (base === undefined) throw invalid("base_revision_id", "required", "Give base_revision_id or If-Match.");
  return base;
};

/** The revision that a request names, if it names one. */
export const namedRevision = (
  inBody: string | undefined,
  inHeader: string | undefined,
): string | undefined => {
  const named = inBody ?? inHeader;
  if (inHeader !== undefined && inHeader !== named) {
    throw invalid("If-Match", "mismatch", "If-Match and base_revision_id name different revisions.");
  }
  return named;
};

/** Parses the fields that an episode has and a post has not. */
export const parseEpisodeFields = (body: Readonly<Record<string, unknown>>): EpisodeOnlyFields =>
  sentContent(episodeFields, body);

type Body = Readonly<Record<string, unknown>>;

/** The body of a PATCH, and the author's fields in it. */
export interface ParsedChanges {
  readonly body: UpdateBody;
  readonly fields: WrittenFields;
}

/** True if it depends on the page's kind what the body means. */
export const namesFieldsOfSomeKinds = (body: Body): boolean =>
  Object.keys(body).some((name) => namesOfSomeKinds.has(name));

/** Parses a PATCH at the post endpoint; passes over fields that the kind has not. Reports all problems. */
export const parseWrittenChanges = (
  body: Body,
  kind: PageKind | undefined,
  ignored?: TellIgnored,
): ParsedChanges => {
  const parse = kind === "episode" ? parseEpisode : kind === "page" ? parsePage : parsePost;
  const parsed = parse(body);
  tellUnknown(ignored, body, parsed.body);
  return parsed;
};

const parsePost = (sent: Body): ParsedChanges => {
  const body = parseBodyFields(postChanges, sent);
  return { body, fields: parsePostFields(body) };
};

const parsePage = (sent: Body): ParsedChanges => {
  const body = parseBodyFields(pageChanges, sent);
  return { body, fields: parsePageFields(body) };
};

const parseEpisode = (sent: Body): ParsedChanges => {
  const body = parseBodyFields(episodeChanges, sent);
  return { body, fields: { ...parsePostFields(body), ...parseEpisodeFields(body) } };
};

type SentSoundbite = NonNullable<z.output<typeof episodeChanges>["soundbites"]>[number];

type Stored = { readonly [Type in ContentType]?: (sent: never) => unknown };

/** Values that are not stored as the request has them, by the type of their field. */
const storedValues: Stored = {
  cover: ({ id, alt_text: altText = "" }: { readonly id: number; readonly alt_text?: string }) => ({
    id,
    altText,
  }),
  language: (tag: string) => canonicalLanguage(tag) ?? tag,
  audio: ({ id }: { readonly id: number }) => id,
  season: ({ id }: { readonly id: number }) => id,
  soundbites: (sent: readonly SentSoundbite[]) =>
    soundbitesInOrder(
      sent.map(({ start, duration, title = "" }) => ({
        ...{ startSeconds: start, durationSeconds: duration, title },
      })),
    ),
};

/** The fields that a request gives a value or removes, as contents have them; others are left out. */
const sentContent = <const Fields extends Readonly<Record<string, ContentField>>>(
  fields: Fields,
  body: Readonly<Record<string, unknown>>,
) =>
  Object.fromEntries(
    declared(fields).flatMap(([name, { type, setBy }, wire]) => {
      const sent = setBy === "manifest" || type === "body" ? undefined : body[wire];
      if (sent === undefined) return [];
      const stored = storedValues[type];
      return [[name, sent === null || !stored ? sent : stored(sent as never)]];
    }),
  ) as Partial<ContentOf<Fields>>;

export interface UpdateBody {
  readonly base_revision_id?: string | undefined;
  readonly require_unpublished?: boolean | undefined;
  readonly publish?: boolean | undefined;
}

/** The state of the page that a PATCH expects. Refuses in the order of contract#update-stages. */
export const updateClaim = (body: UpdateBody, fields: PostFields, { headers }: Request): UpdateClaim => {
  const baseRevisionId = baseRevision(body.base_revision_id, revisionFromIfMatch(headers["if-match"]));
  refusePublish(body.publish);
  requireChange(fields);
  return { baseRevisionId, requireUnpublished: body.require_unpublished ?? false };
};
