/**
 * What the importers use of the rest of Lectern: how a folder is written and what front matter says, the
 * rules of what a post may have, requests to other hosts, and how a command speaks.
 */
export { parseArguments } from "../../../cli/arguments.ts";
export { cutText } from "../../../cli/cut-text.ts";
export { bodyText } from "../../../cli/folder/body-text.ts";
export {
  type FolderChapter,
  type FolderFields,
  type FolderSoundbite,
  folderSoundbite,
  postText,
} from "../../../cli/folder/post-text.ts";
export { groupedBy } from "../../../cli/grouped-by.ts";
export { calloutName } from "../../../cli/html/elements.ts";
export { addressOfVideo, embedAt, type FoundEmbed } from "../../../cli/html/embeds.ts";
export { htmlBlocks } from "../../../cli/html/html-blocks.ts";
export {
  elementsIn,
  type HtmlElement,
  type HtmlNode,
  htmlTree,
  isElement,
  textOfNodes,
} from "../../../cli/html/html-tree.ts";
export { addressOfPicture } from "../../../cli/html/pictures.ts";
export { featuresIn } from "../../../cli/html/prose-blocks.ts";
export { linesOf } from "../../../cli/lines.ts";
export { type CommandContext, counted, printJson, printLines } from "../../../cli/output.ts";
export { percentDecoded } from "../../../cli/percent-decoded.ts";
export { type AddressRules, withAddresses } from "../../../cli/publish/body/addresses-in-text.ts";
export { holdsBareAddress } from "../../../cli/publish/body/bare-addresses.ts";
export { htmlOfMarkdown } from "../../../cli/publish/body/html-of-markdown.ts";
export { plainSource } from "../../../cli/publish/body/mdx.ts";
export { readText } from "../../../cli/publish/body/read-text.ts";
export { plainMarkdown, type TemplateNote } from "../../../cli/publish/body/templates.ts";
export type { FrontMatterField } from "../../../cli/publish/front-matter.ts";
export { hiddenByScript } from "../../../cli/publish/hidden-by-script.ts";
export { isTimeOfChange, isTimeOfFile } from "../../../cli/publish/keys-of-tools.ts";
export { chaptersInText, checkedChapters } from "../../../cli/publish/media/chapters.ts";
export { transcriptIn } from "../../../cli/publish/media/transcript.ts";
export { progressOn } from "../../../cli/publish/progress.ts";
export { type SharedMatter, sharedMatterIn, withShared } from "../../../cli/publish/shared-matter.ts";
export { readPostSource } from "../../../cli/publish/source.ts";
export { readToml } from "../../../cli/publish/toml-front-matter.ts";
export { readToolSettings } from "../../../cli/publish/tool-settings.ts";
export { latest, saysVisibility, visibilityIn } from "../../../cli/publish/visibility.ts";
export { isBundleIndex } from "../../../cli/publish/walk.ts";
export { type FileStart, fittingImageName, fittingRecordingName } from "../../../cli/upload/fitting-name.ts";
export { UsageError } from "../../../cli/usage-error.ts";
export type { CustomBlocks } from "../../../lib/blocks/custom-block.ts";
export type { AuthorBlock } from "../../../lib/blocks/read-section.ts";
export {
  type ReadyBlockName,
  readyBlockNames,
  withReadyBlocks,
} from "../../../lib/blocks/ready/ready-blocks.ts";
export { certain } from "../../../lib/certain.ts";
export { isCalendarDay, parseInstant } from "../../../lib/instant.ts";
export { manifestSchema } from "../../../lib/manifest/schema.ts";
export { type AudioFormat, audioFormat, audioFormats } from "../../../lib/media/audio-formats.ts";
export { secondsOrTime } from "../../../lib/media/chapters.ts";
export { fileExtension, imageSizeProblem } from "../../../lib/media/file-rules.ts";
export { maxTagLength } from "../../../lib/media/tag-text.ts";
export { maxTranscriptBytes } from "../../../lib/media/transcripts/formats.ts";
export { guardedFetch } from "../../../lib/outbound/guarded-fetch.ts";
export { RefusedAddress } from "../../../lib/outbound/public-lookup.ts";
export { distinctAliases, keyOfAlias, maxAliases } from "../../../lib/pages/addresses.ts";
export { canonicalLanguage } from "../../../lib/pages/language.ts";
export {
  isGuid,
  maxGuidLength,
  maxTitleLength,
  mayBeSlug,
  numberedSlug,
  slugFromTitle,
} from "../../../lib/pages/slug.ts";
export { maxSoundbites, maxSoundbiteTitle } from "../../../lib/pages/soundbite.ts";
export { resolveReferences } from "../../../lib/richtext/character-references.ts";
export {
  defaultFeatures,
  keptFeatureNames,
  type RichTextFeature,
  richTextFeatureNames,
} from "../../../lib/richtext/features.ts";
export { PlainError } from "../../../local/plain-error.ts";
