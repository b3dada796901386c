import type * as z from "zod/mini";
import { administeredUser } from "#lib/routes/administration.ts";
import { legacyAudio } from "#lib/routes/audios.ts";
import { moderatedComment } from "#lib/routes/comments.ts";
import { dryRunAnswer, reportOfWrite } from "#lib/routes/dry-run-shapes.ts";
import { editorEpisode, editorPostOrEpisode } from "#lib/routes/editor-episode-shapes.ts";
import {
  audioDetails,
  editorAudio,
  editorImage,
  editorVideo,
  imageDetails,
  videoDetails,
} from "#lib/routes/editor-media-shapes.ts";
import { detailBlock, editorPost, overviewBlock } from "#lib/routes/editor-post-shapes.ts";
import { newPreviewLink, previewLinkEntry } from "#lib/routes/editor-preview-links.ts";
import { historyEntry, revisionDiff, revisionEntry } from "#lib/routes/editor-revision-shapes.ts";
import { uploadSession } from "#lib/routes/editor-uploads.ts";
import { delivery, issuedWebhook, webhook } from "#lib/routes/editor-webhooks.ts";
import { imageItem, pageItem, pageItems } from "#lib/routes/page-shapes.ts";
import { legacyVideo } from "#lib/routes/videos.ts";
import { webPlayerDocument } from "#lib/routes/web-player.ts";

/** Shapes that several routes answer with, by their names in the document. */
export const sharedShapes: Readonly<Record<string, z.ZodMiniType>> = {
  EditorPost: editorPost,
  EditorEpisode: editorEpisode,
  EditorPostOrEpisode: editorPostOrEpisode,
  PreviewLink: previewLinkEntry,
  NewPreviewLink: newPreviewLink,
  RevisionEntry: revisionEntry,
  RevisionDiff: revisionDiff,
  HistoryEntry: historyEntry,
  OverviewBlock: overviewBlock,
  DetailBlock: detailBlock,
  EditorImage: editorImage,
  EditorAudio: editorAudio,
  EditorVideo: editorVideo,
  EditorImageDetails: imageDetails,
  EditorAudioDetails: audioDetails,
  EditorVideoDetails: videoDetails,
  ModeratedComment: moderatedComment,
  LegacyVideo: legacyVideo,
  LegacyAudio: legacyAudio,
  WebPlayerDocument: webPlayerDocument,
  ...pageItems,
  Page: pageItem,
  Image: imageItem,
  UploadSession: uploadSession,
  Webhook: webhook,
  AdministeredUser: administeredUser,
  IssuedWebhook: issuedWebhook,
  WebhookDelivery: delivery,
  DryRun: dryRunAnswer,
  WriteReport: reportOfWrite,
};

/** The name of a shared shape; undefined for any other. */
export const sharedName = (shape: unknown): string | undefined =>
  Object.entries(sharedShapes).find(([, shared]) => shared === shape)?.[0];
