import {
  mediaAfter,
  readEditorMedia,
  requireChangeable,
  requireDeletable,
} from "#lib/access/editor-media.ts";
import { mayWithMedia } from "#lib/access/may.ts";
import type { Principal } from "#lib/access/principal.ts";
import { choosableCollections, chosenCollection } from "#lib/access/usable-collections.ts";
import { discardMedia } from "#lib/actions/media/delete-media.ts";
import type { MediaReads } from "#lib/actions/media/media-reads.ts";
import { putMedia } from "#lib/actions/media/put-media.ts";
import type { Catalog } from "#lib/catalog/catalog.ts";
import type { MediaQuery } from "#lib/catalog/media-rows.ts";
import { requireUnused } from "#lib/catalog/uses/require-unused.ts";
import type { Call } from "#lib/http/endpoint.ts";
import { firstChapters } from "#lib/media/chapters.ts";
import {
  type Chapter,
  declaredMedia,
  type MediaKind,
  type MediaOf,
  withoutEmptyMedia,
} from "#lib/media/media.ts";
import { type MediaFields, type MediaType, mediaFields } from "#lib/media/media-fields.ts";
import type { MayQuery } from "#lib/queries/may-query.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { refuseProblems } from "#lib/refusals/refusal.ts";
import type { SentChapter } from "#lib/routes/editor-media-changes.ts";
import type { RequestOutcome } from "#lib/store/commit-scope.ts";
import { siteAt } from "#lib/store/site.ts";
import { listEnvelope } from "#lib/surfaces/content/list-envelope.ts";
import { type EditedMedia, editorMediaContext } from "./editor-media.ts";
import { withMay } from "./with-may.ts";

type ListQuery<Kind extends MediaKind> = Omit<MediaQuery<Kind>, "kind" | "collections" | "order"> & {
  readonly collection: number | undefined;
  readonly details: boolean;
  readonly may: boolean;
};

type AskedForList<Kind extends MediaKind> = Pick<
  Call<never, unknown, ListQuery<Kind>, { readonly catalog: () => Promise<Catalog> }>,
  "query" | "principal" | "request" | "reads"
>;

/** Lists the media of a kind that the caller may choose, with their details if these are asked for. */
export const listMediaAs =
  <Kind extends MediaKind, Shown extends object, Details extends object>({
    kind,
    view,
    details,
  }: EditedMedia<Kind, Shown, Details>) =>
  async ({ query, principal, request, reads }: AskedForList<Kind>) => {
    const collections = choosableCollections(principal, kind);
    const catalog = await reads.catalog();
    const asked = query.collection === undefined ? collections : only(query.collection, collections);
    const { media, total } = catalog.mediaList({ ...query, kind, collections: asked, order: "newest" });
    const context = editorMediaContext(principal, await siteAt(catalog.siteVersion));
    const items = media.map((each) =>
      withMay((query.details ? details : view)(each, context), query, () => mayWithMedia(principal, each)),
    );
    return listEnvelope(items, total, query.window, request);
  };

const only = (collection: number, choosable: readonly number[] | "all"): readonly number[] =>
  choosable === "all" || choosable.includes(collection) ? [collection] : [];

type Asked<Kind extends MediaKind> = Pick<
  Call<"id", unknown, unknown, MediaReads<Kind>>,
  "params" | "principal" | "reads"
>;

type AskedToChange<Kind extends MediaKind> = Asked<Kind> & Pick<Call<"id", Changes>, "body">;

type Changes = Readonly<Record<string, unknown>>;

/** Answers with a media object of the kind, for callers who may choose, change or delete it. */
export const readMediaAs =
  <Kind extends MediaKind, Details extends object>({ kind, details }: EditedMedia<Kind, unknown, Details>) =>
  async ({ params, query, principal, reads }: Asked<Kind> & { readonly query: MayQuery }) => {
    const media: MediaOf<Kind> = await readEditorMedia(kind, params, principal, reads.media);
    const view = details(media, editorMediaContext(principal, principal.site));
    return withMay(view, query, () => mayWithMedia(principal, media));
  };

/** Answers a repeated change with the object that it has changed. */
export const readMediaAgainAs =
  <Kind extends MediaKind, Details extends object>(edited: EditedMedia<Kind, unknown, Details>) =>
  (
    { principal, reads }: Omit<Asked<Kind>, "params">,
    outcome: Pick<RequestOutcome, "id">,
  ): Promise<Details> =>
    readMediaAs(edited)({ params: outcome, query: { may: false }, principal, reads });

/** Makes the changes that the body names, if the caller may, and answers with the new object. */
export const changeMediaAs =
  <Kind extends MediaKind, Details>({ kind, fields, details }: EditedMedia<Kind, unknown, Details>) =>
  async ({ params, body, principal, reads }: AskedToChange<Kind>): Promise<Details> => {
    const changed = (current: MediaOf<Kind> | undefined) =>
      changedMedia(fields, requireChangeable(current, principal), body, principal);
    const media = await putMedia(kind, params.id, changed, { reads });
    return details(media, editorMediaContext(principal, principal.site));
  };

/** The object with the changes. Refuses collections that the caller may not use, then faults of chapters. */
const changedMedia = <Kind extends MediaKind>(
  fields: MediaFields,
  media: MediaOf<Kind>,
  changes: Changes,
  principal: Principal,
): MediaOf<Kind> => {
  const { kind, collectionId }: Pick<MediaOf<MediaKind>, "kind" | "collectionId"> = media;
  const stored: { readonly [Type in MediaType]?: (sent: never) => unknown } = {
    tags: (tags: readonly string[]) => [...tags].sort(),
    collection: (id: number) => (id === collectionId ? id : chosenCollection(principal, kind, id)),
    chapters: inOrder,
  };
  const changed = [...declaredMedia(mediaFields), ...declaredMedia(fields)].flatMap(([name, field, wire]) => {
    const sent = changes[field.editedAs ?? wire];
    const store = stored[field.type];
    return sent === undefined ? [] : [[name, store ? store(sent as never) : sent]];
  });
  return withoutEmptyMedia(fields, { ...media, ...Object.fromEntries(changed) });
};

/** The chapters by their start. Refuses `chapters.N.start/duplicate` and `chapters/max_length`. */
const inOrder = (given: readonly SentChapter[]): readonly Chapter[] => {
  const starts = given.map(({ start }) => start);
  const problems = starts.flatMap((start, index): Problem[] => {
    const message = "Another chapter begins at this time.";
    return starts.indexOf(start) < index
      ? [{ path: `chapters.${index}.start`, code: "duplicate", message }]
      : [];
  });
  const chapters = given
    .map(({ start, title, link = "", image = "" }) => ({ startSeconds: start, title, link, image }))
    .sort((one, other) => one.startSeconds - other.startSeconds);
  if (firstChapters(chapters).length < chapters.length)
    problems.push({ path: "chapters", code: "max_length", message: "There are too many chapters." });
  refuseProblems(problems);
  return chapters;
};

/** Creates a media object from a form, and answers as lists show it. */
export const createMediaAs =
  <Kind extends MediaKind, Shown, Upload extends { readonly principal: Principal }>(
    { view }: EditedMedia<Kind, Shown>,
    receive: (upload: Upload) => Promise<MediaOf<Kind>>,
  ) =>
  async (upload: Upload): Promise<Shown> => {
    const media = await receive(upload);
    return view(media, editorMediaContext(upload.principal, upload.principal.site));
  };

/** Answers a repeated upload with the object that it has made. */
export const showCreatedAs =
  <Kind extends MediaKind, Shown>({ kind, view }: EditedMedia<Kind, Shown>) =>
  async ({ principal }: { readonly principal: Principal }, outcome: RequestOutcome): Promise<Shown> =>
    view(await mediaAfter(kind, outcome, principal), editorMediaContext(principal, principal.site));

type AskedToDelete<Kind extends MediaKind> = Pick<
  Call<"id", unknown, { readonly force: boolean }, Required<Pick<MediaReads<Kind>, "media">>>,
  "params" | "query" | "principal" | "reads"
>;

/** Deletes a media object that no page uses, with its files, or one that pages use if that is forced. */
export const deleteMediaOf =
  <Kind extends MediaKind>(kind: Kind) =>
  async ({ params: { id }, query, principal, reads }: AskedToDelete<Kind>): Promise<void> => {
    requireDeletable(await reads.media(kind, id), principal);
    if (!query.force) await requireUnused(kind, id, principal.site.settings);
    await discardMedia(kind, id, (current) => void requireDeletable(current, principal));
  };
