/** What a body goes through when it is stored, and when it is shown. */
export type { CustomBlocks } from "../../../../lib/blocks/custom-block.ts";
export { parseBodyFields } from "../../../../lib/http/body.ts";
export { refusalBody } from "../../../../lib/http/reply.ts";
export { noMedia } from "../../../../lib/media/references.ts";
export { newPostContent } from "../../../../lib/pages/edit-post.ts";
export { Refusal } from "../../../../lib/refusals/refusal.ts";
export { richTextFeatureNames } from "../../../../lib/richtext/features.ts";
export { pageHtml } from "../../../../lib/richtext/page-html.ts";
export { plainText } from "../../../../lib/richtext/plain-text.ts";
export { richTextMarkdown } from "../../../../lib/richtext/rich-text-markdown.ts";
export { newPost } from "../../../../lib/routes/editor-post-shapes.ts";
export { parseNewPostFields } from "../../../../lib/surfaces/editor/parse-post-fields.ts";
