import { changePassword, enterPassword, logIn, logOut, showPasswordChange, showSignIn } from "./accounts.ts";
import { showAudio, showDraft, showEditPage, showImage, showStatistics, showVideo } from "./admin.ts";
import {
  addUser,
  changePage,
  discardToken,
  issueTokenToUser,
  listTokens,
  listUsers,
  updateUser,
} from "./administration.ts";
import { presignExportedFiles, readExport } from "./administration-export.ts";
import { applyManifestPart } from "./administration-manifest.ts";
import { readSiteStatistics } from "./administration-statistics.ts";
import { readHealth, readStatus } from "./administration-status.ts";
import { readApiDocs, readApiDocsFile } from "./api-docs.ts";
import { deleteOwnAudio, listOwnAudios, readOwnAudio } from "./audios.ts";
import { listChanges } from "./changes.ts";
import { approveComment, listComments, listTrainingData, refuseComment, removeComment } from "./comments.ts";
import { listBin, restoreFromBin } from "./editor-bin.ts";
import { createEpisode, publishEpisode, readEpisode, updateEpisode } from "./editor-episodes.ts";
import {
  diffEpisodeRevision,
  diffPostRevision,
  listEpisodeHistory,
  listEpisodeRevisions,
  listPostHistory,
  listPostRevisions,
  readEpisodeRevision,
  readPostRevision,
} from "./editor-history.ts";
import {
  listAudios,
  listCollections,
  listImages,
  listVideos,
  uploadAudio,
  uploadImage,
  uploadVideo,
} from "./editor-media.ts";
import {
  deleteAudio,
  deleteImage,
  deleteVideo,
  readEditorAudio,
  readEditorImage,
  readEditorVideo,
  updateAudio,
  updateImage,
  updateVideo,
} from "./editor-media-objects.ts";
import { listCategories, listEditablePages, listSeasons, listTags } from "./editor-pages.ts";
import { listParents } from "./editor-parents.ts";
import { createPost, lookUpPost, publishPost, readPost, updatePost } from "./editor-posts.ts";
import {
  createEpisodePreviewLink,
  createPostPreviewLink,
  deleteEpisodePreviewLink,
  deletePostPreviewLink,
  listEpisodePreviewLinks,
  listPostPreviewLinks,
} from "./editor-preview-links.ts";
import { previewEpisode, previewPost } from "./editor-previews.ts";
import { readEditorSite } from "./editor-site.ts";
import {
  approveEpisode,
  approvePost,
  cancelWorkflowOfEpisode,
  cancelWorkflowOfPost,
  deleteEpisode,
  deletePost,
  lockEpisode,
  lockPost,
  requestChangesOfEpisode,
  requestChangesOfPost,
  restoreEpisodeRevision,
  restorePostRevision,
  scheduleEpisode,
  schedulePost,
  startWorkflowOfEpisode,
  startWorkflowOfPost,
  unlockEpisode,
  unlockPost,
  unpublishEpisode,
  unpublishPost,
  unscheduleEpisode,
  unschedulePost,
} from "./editor-state.ts";
import { createOwnToken, deleteOwnToken, listOwnTokens } from "./editor-tokens.ts";
import { deleteAudioTranscript, putAudioTranscript, readAudioTranscript } from "./editor-transcripts.ts";
import {
  completeUpload,
  createUpload,
  discardUpload,
  listUploads,
  presignParts,
  readUpload,
} from "./editor-uploads.ts";
import {
  addWebhook,
  discardWebhook,
  listDeliveries,
  listWebhooks,
  resendDelivery,
  showWebhook,
  testWebhook,
  updateWebhook,
} from "./editor-webhooks.ts";
import { whoAmI } from "./editor-whoami.ts";
import { listFacets, readFacets } from "./facets.ts";
import { findImage, listViewableImages, readViewableImage } from "./images.ts";
import { callTools } from "./mcp.ts";
import { readPreview, showPreview } from "./opened-previews.ts";
import { findPage, listPages, readLivePage } from "./pages.ts";
import { readOpenApi, readRoot } from "./root.ts";
import type { Route } from "./route.ts";
import { commentOnPage } from "./site-comments.ts";
import { readFavicon, readRobots, readSitemap } from "./site-crawling.ts";
import { readMediaFile } from "./site-media.ts";
import { readSitePage } from "./site-pages.ts";
import { readSiteScript } from "./site-scripts.ts";
import { readSuggestions } from "./suggestions.ts";
import { listThemes, selectTheme } from "./themes.ts";
import { exchangeForToken } from "./token.ts";
import { deleteOwnVideo, listOwnVideos, readOwnVideo, uploadLegacyVideo } from "./videos.ts";
import { readPlayerConfig, readWebPlayer, readWebPlayerForPost } from "./web-player.ts";

/** Every route of the API, in the order in which documents show them. */
export const routes: readonly Route[] = [
  readRoot,
  readOpenApi,
  readHealth,
  readApiDocs,
  readApiDocsFile,
  callTools,
  listOwnVideos,
  readOwnVideo,
  deleteOwnVideo,
  uploadLegacyVideo,
  listOwnAudios,
  readOwnAudio,
  deleteOwnAudio,
  readWebPlayer,
  readWebPlayerForPost,
  readPlayerConfig,
  listPages,
  readLivePage,
  findPage,
  readPreview,
  listChanges,
  listViewableImages,
  readViewableImage,
  findImage,
  listFacets,
  readFacets,
  readSuggestions,
  listThemes,
  selectTheme,
  listTrainingData,
  listComments,
  approveComment,
  refuseComment,
  removeComment,
  exchangeForToken,
  whoAmI,
  listOwnTokens,
  createOwnToken,
  deleteOwnToken,
  listWebhooks,
  addWebhook,
  showWebhook,
  updateWebhook,
  discardWebhook,
  testWebhook,
  listDeliveries,
  resendDelivery,
  listUsers,
  addUser,
  updateUser,
  listTokens,
  issueTokenToUser,
  discardToken,
  changePage,
  readExport,
  applyManifestPart,
  presignExportedFiles,
  readStatus,
  readSiteStatistics,
  readEditorSite,
  listEditablePages,
  listTags,
  listCategories,
  listParents,
  listSeasons,
  lookUpPost,
  createPost,
  readPost,
  updatePost,
  publishPost,
  previewPost,
  listPostPreviewLinks,
  createPostPreviewLink,
  deletePostPreviewLink,
  listPostRevisions,
  readPostRevision,
  diffPostRevision,
  listPostHistory,
  unpublishPost,
  deletePost,
  restorePostRevision,
  schedulePost,
  unschedulePost,
  lockPost,
  unlockPost,
  startWorkflowOfPost,
  approvePost,
  requestChangesOfPost,
  cancelWorkflowOfPost,
  createEpisode,
  readEpisode,
  updateEpisode,
  publishEpisode,
  previewEpisode,
  listEpisodePreviewLinks,
  createEpisodePreviewLink,
  deleteEpisodePreviewLink,
  listEpisodeRevisions,
  readEpisodeRevision,
  diffEpisodeRevision,
  listEpisodeHistory,
  unpublishEpisode,
  deleteEpisode,
  restoreEpisodeRevision,
  scheduleEpisode,
  unscheduleEpisode,
  lockEpisode,
  unlockEpisode,
  startWorkflowOfEpisode,
  approveEpisode,
  requestChangesOfEpisode,
  cancelWorkflowOfEpisode,
  listBin,
  restoreFromBin,
  listImages,
  listAudios,
  listVideos,
  listCollections,
  readEditorImage,
  updateImage,
  deleteImage,
  readEditorAudio,
  updateAudio,
  deleteAudio,
  readAudioTranscript,
  putAudioTranscript,
  deleteAudioTranscript,
  readEditorVideo,
  updateVideo,
  deleteVideo,
  uploadImage,
  uploadAudio,
  uploadVideo,
  listUploads,
  createUpload,
  readUpload,
  presignParts,
  completeUpload,
  discardUpload,
  showPreview,
  showDraft,
  showEditPage,
  showStatistics,
  showImage,
  showAudio,
  showVideo,
  showSignIn,
  logIn,
  logOut,
  enterPassword,
  showPasswordChange,
  changePassword,
  readMediaFile,
  readSiteScript,
  readRobots,
  readSitemap,
  readFavicon,
  readSitePage,
  commentOnPage,
];
