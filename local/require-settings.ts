import { authenticationClasses, editorScopes, globalEditLock, publicImages } from "#lib/settings/access.ts";
import { customBlocks } from "#lib/settings/blocks.ts";
import { richTextFeatures, takesMarkdown } from "#lib/settings/editor.ts";
import { probeSeconds } from "#lib/settings/probing.ts";
import { allowedHosts, allowsPrivateAddresses, proxySecret } from "#lib/settings/requests.ts";
import type { Setting } from "#lib/settings/setting.ts";
import {
  commentsEnabled,
  commentsPublished,
  feedCacheSeconds,
  maxWaitingComments,
  maxWaitingOnPost,
  postFilters,
  robots,
  searchStemming,
} from "#lib/settings/site.ts";
import { customThemes, playerThemes } from "#lib/settings/themes.ts";
import {
  maxRecordingBytes,
  maxUploadBytes,
  maxUploadCount,
  uploadLockSeconds,
} from "#lib/settings/uploads.ts";
import { PlainError } from "./plain-error.ts";

export const checkedSettings: readonly Setting<unknown>[] = [
  editorScopes,
  authenticationClasses,
  allowedHosts,
  proxySecret,
  allowsPrivateAddresses,
  takesMarkdown,
  richTextFeatures,
  customBlocks,
  globalEditLock,
  maxRecordingBytes.audio,
  maxRecordingBytes.video,
  maxUploadCount,
  maxUploadBytes,
  probeSeconds,
  uploadLockSeconds,
  publicImages,
  customThemes,
  playerThemes,
  postFilters,
  commentsEnabled,
  commentsPublished,
  maxWaitingComments,
  maxWaitingOnPost,
  robots,
  feedCacheSeconds,
  searchStemming,
];

/** Throws a {@link PlainError} for the first setting that is invalid. */
export const requireSettings = (): void => {
  for (const { required } of checkedSettings) {
    try {
      required();
    } catch (cause) {
      throw new PlainError((cause as Error).message, { cause });
    }
  }
};
