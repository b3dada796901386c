import { randomUUID } from "node:crypto";
import { mediaFinder } from "#lib/access/media-finder.ts";
import type { Principal } from "#lib/access/principal.ts";
import type { Media } from "#lib/media/media.ts";
import type { PostContent } from "#lib/pages/content.ts";
import type { EditingContext } from "#lib/pages/edit-post.ts";
import type { EpisodeFields, PostFields } from "#lib/pages/post-fields.ts";
import { mediaInFields, mediaInPost, mediaProblems } from "#lib/pages/post-media.ts";
import { refuseProblems } from "#lib/refusals/refuse-problems.ts";
import { customBlocks } from "#lib/settings/blocks.ts";
import { richTextFeatures, takesMarkdown } from "#lib/settings/editor.ts";
import type { EditorPostContext, PostWithLatest } from "./editor-post.ts";
import { refuseMarkdown } from "./parse-post-fields.ts";

/** What a request about posts needs of its caller's rights and of the site's settings, in both directions. */
export interface PostEditor {
  /**
   * What the author's fields are checked against, when they change the latest content or make a new post
   * (null). Refuses Markdown where the site takes none, and `non_field_errors/max_length` where they name
   * more media than a post may have. Cost: one request per 100 media of both.
   */
  readonly contextOf: (
    fields: PostFields | EpisodeFields,
    latest: PostContent | null,
  ) => Promise<EditingContext>;
  /**
   * What the post is shown with. Cost: one request per 100 of its media that the request has not seen yet.
   */
  readonly viewContextOf: (post: PostWithLatest) => Promise<EditorPostContext>;
}

/** The editor of one request: it looks each media object up once, and none of those that were read before. */
export const postEditor = (principal: Principal, readBefore: readonly Media[] = []): PostEditor => {
  const findMedia = mediaFinder(principal, readBefore);
  const { categories } = principal.site;
  return {
    contextOf: async (fields, latest) => {
      if (!takesMarkdown()) refuseMarkdown(fields);
      const named = mediaInFields(fields);
      refuseProblems(mediaProblems(named));
      const { choosable } = await findMedia([...named, ...(latest ? mediaInPost(latest) : [])]);
      return {
        categories: new Set(categories.map(({ id }) => id)),
        features: richTextFeatures(),
        custom: customBlocks(),
        media: choosable,
        newId: randomUUID,
      };
    },
    viewContextOf: async ({ latest }) => {
      const media = await findMedia(latest ? mediaInPost(latest.content as PostContent) : []);
      return { categories, custom: customBlocks(), media };
    },
  };
};
