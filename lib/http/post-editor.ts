import { randomUUID } from "node:crypto";
import type * as z from "zod/mini";
import { mediaFinder } from "#lib/access/media-finder.ts";
import type { Principal } from "#lib/access/principal.ts";
import { config } from "#lib/config.ts";
import type { PostContent } from "#lib/pages/content.ts";
import type { EditingContext, PostFields } from "#lib/pages/edit-post.ts";
import { mediaInFields, mediaInPost, mediaProblems } from "#lib/pages/post-media.ts";
import { refuseProblems } from "#lib/refusals/problem.ts";
import type { editorPost } from "#lib/routes/editor-posts.ts";
import { editorPostView, type ShownPost } from "#lib/views/editor-post.ts";
import { refuseMarkdown } from "#lib/views/post-fields.ts";
import { customBlocks } from "./custom-blocks.ts";

/** What a request about posts needs of its caller's rights and of the site's settings, in both directions. */
export interface PostEditor {
  /**
   * What the author's fields are checked against, when they change the latest content or make a new post (null). Refuses
   * Markdown where the site takes none, and `non_field_errors/max_length` where they name more media than a post may have. Cost: one request per 100 media of both.
   */
  readonly contextOf: (fields: PostFields, latest: PostContent | null) => Promise<EditingContext>;
  /** The editor post object. Cost: one request per 100 of its media that the request has not seen yet. */
  readonly show: (post: ShownPost) => Promise<z.input<typeof editorPost>>;
}

/** The editor of one request: it looks each media object up once. */
export const postEditor = (principal: Principal): PostEditor => {
  const findMedia = mediaFinder(principal);
  const { categories } = principal.site;
  return {
    contextOf: async (fields, latest) => {
      if (!config.takesMarkdown()) refuseMarkdown(fields);
      const named = mediaInFields(fields);
      refuseProblems(mediaProblems(named));
      const { choosable } = await findMedia([...named, ...(latest ? mediaInPost(latest) : [])]);
      return {
        categories: new Set(categories.map(({ id }) => id)),
        features: config.richTextFeatures(),
        custom: customBlocks(),
        media: choosable,
        newId: randomUUID,
      };
    },
    show: async (post) => {
      const media = await findMedia(post.latest ? mediaInPost(post.latest.content as PostContent) : []);
      return editorPostView(post, { categories, custom: customBlocks(), media });
    },
  };
};
