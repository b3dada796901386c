import { randomUUID } from "node:crypto";
import { mayChoose } from "#lib/access/media-permissions.ts";
import { editableAfter, slugsAbove } from "#lib/access/post-permits.ts";
import type { Principal } from "#lib/access/principal.ts";
import type { RepeatedCall } from "#lib/http/endpoint.ts";
import type { TellIgnored } from "#lib/http/ignored-fields.ts";
import type { WriteReport } from "#lib/http/trial.ts";
import type { Media } from "#lib/media/media.ts";
import { type MediaReference, mediaIds, type RequestedMedia } from "#lib/media/references.ts";
import { publicUrl } from "#lib/pages/addresses.ts";
import {
  type EpisodeFields,
  type PostFields,
  type WrittenContent,
  writtenContentIn,
} from "#lib/pages/content.ts";
import type { EditingContext } from "#lib/pages/edit-post.ts";
import { mediaInFields, mediaInPost, mediaProblems } from "#lib/pages/post-references.ts";
import { refuseProblems } from "#lib/refusals/refusal.ts";
import { blocksOfSite } from "#lib/settings/blocks.ts";
import { richTextFeaturesOf, takesMarkdown } from "#lib/settings/editor.ts";
import { readMediaAmong } from "#lib/store/media.ts";
import {
  type EditorPostContext,
  editorEpisodeView,
  editorPageView,
  editorPostView,
  editorWrittenView,
  type PostWithLatest,
  publishedView,
} from "./editor-post.ts";
import { refuseMarkdown } from "./parse-post-fields.ts";
import { withKeptCopy } from "./taken-copy.ts";

export interface PostEditor {
  /**
   * The context to check fields in: changes of the latest content, or the fields of a new post (null).
   * Refuses `non_field_errors/max_length` for too many media. Cost: one request per 100 media in both.
   */
  readonly contextOf: (
    fields: PostFields | EpisodeFields,
    latest: WrittenContent | null,
  ) => Promise<EditingContext>;
  /** The context in which the post is shown. Cost: one request per 100 media that were not read yet. */
  readonly viewContextOf: (post: PostWithLatest) => Promise<EditorPostContext>;
}

interface EditorOptions {
  readonly readBefore?: readonly Media[];
  readonly report?: WriteReport | undefined;
  /** Takes the paths of members of blocks that mean nothing. */
  readonly ignored?: TellIgnored;
}

const missingAltText = {
  code: "missing_alt_text",
  path: "cover_image.alt_text",
  message: "Readers who cannot see the image get no description of it.",
} as const;

/** Makes the editor of one request. It reads each media object once, and none of `readBefore`. */
export const postEditor = (
  principal: Principal,
  { readBefore, report, ignored }: EditorOptions = {},
): PostEditor => {
  const findMedia = mediaFinder(principal, readBefore);
  const { categories, authors } = principal.site;
  return {
    contextOf: async (fields, latest) => {
      report?.startAgain();
      if (report && fields.coverImage?.altText === "") report.warn(missingAltText);
      if (!takesMarkdown()) refuseMarkdown(fields);
      const named = mediaInFields(fields);
      refuseProblems(mediaProblems(named));
      const { choosable } = await findMedia([...named, ...(latest ? mediaInPost(latest) : [])]);
      return {
        categories: new Set(categories.map(({ id }) => id)),
        authors: new Set(authors.map(({ slug }) => slug)),
        features: richTextFeaturesOf(principal.site.settings),
        custom: blocksOfSite(principal.site.settings),
        media: choosable,
        newId: randomUUID,
        collector: ignored && { ignored, ...(report && { removed: report.removed }) },
      };
    },
    viewContextOf: async ({ latest }) => {
      const media = await findMedia(latest ? mediaInPost(writtenContentIn(latest)) : []);
      return { categories, custom: blocksOfSite(principal.site.settings), media };
    },
  };
};

type Call = Pick<RepeatedCall<never>, "principal">;
type View<Answer> = (post: Editable, context: Context) => Answer;
type Editable = Awaited<ReturnType<typeof editableAfter>>;
type Context = Awaited<ReturnType<ReturnType<typeof postEditor>["viewContextOf"]>>;
type RequestOutcome = Parameters<typeof editableAfter>[0];

/** Answers with the post as the first request has left it. Refuses callers who may not edit it now. */
const replayAs =
  <Answer extends object>(view: View<Answer>) =>
  async ({ principal }: Call, outcome: RequestOutcome) => {
    const post = await editableAfter(outcome, principal);
    return withKeptCopy(view(post, await postEditor(principal).viewContextOf(post)), outcome.state ?? {});
  };

/** Answers likewise, with the address that a publication has. */
const replayPublicationAs =
  <Answer extends { readonly latest_revision_id: number }>(view: View<Answer>) =>
  async ({ principal }: Call, outcome: RequestOutcome) => {
    const post = await editableAfter(outcome, principal);
    const slugs = [...(await slugsAbove(post.page)), post.page.slug];
    const shown = view(post, await postEditor(principal).viewContextOf(post));
    return withKeptCopy(publishedView(shown, publicUrl(slugs)), outcome.state ?? {});
  };

export const replayPost = replayAs(editorPostView);
export const replayPage = replayAs(editorPageView);
export const replayEpisode = replayAs(editorEpisodeView);
export const replayWritten = replayAs(editorWrittenView);
export const replayPublishedEpisode = replayPublicationAs(editorEpisodeView);
export const replayPublishedWritten = replayPublicationAs(editorWrittenView);

/** Reads media, and gives all that were found so far. */
type MediaFinder = (references: readonly MediaReference[]) => Promise<RequestedMedia>;

/** Finds media for one request, reading each object once. Cost: one request per 100 objects not read yet. */
const mediaFinder = (principal: Principal, readBefore: readonly Media[] = []): MediaFinder => {
  const nameOf = ({ kind, id }: MediaReference) => `${kind} ${id}`;
  const requested = new Set(readBefore.map(nameOf));
  const existing = [...readBefore];
  const choosable = existing.filter((media) => mayChoose(principal, media));
  return async (references) => {
    const unread = references.filter((reference) => !requested.has(nameOf(reference)));
    for (const reference of unread) requested.add(nameOf(reference));
    for (const media of await readMediaAmong(mediaIds(unread))) {
      existing.push(media);
      if (mayChoose(principal, media)) choosable.push(media);
    }
    return { existing: mediaIds(existing), choosable: mediaIds(choosable) };
  };
};
