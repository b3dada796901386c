import { nearestName } from "#lib/nearest-name.ts";
import {
  authenticationClasses,
  derivationsPerSecond,
  editorScopes,
  globalEditLock,
  idleHours,
  publicImages,
} from "./access.ts";
import { customBlocks } from "./blocks.ts";
import { richTextFeatures, takesMarkdown } from "./editor.ts";
import {
  allowedHosts,
  allowsPrivateAddresses,
  corsOrigins,
  otherProxySecrets,
  proxyAddresses,
  proxySecret,
} from "./requests.ts";
import type { Setting } from "./setting.ts";
import {
  commentsEnabled,
  commentsPublished,
  countsVisits,
  feedCacheSeconds,
  maxWaitingComments,
  maxWaitingOnPost,
  postFilters,
  robots,
  searchStemming,
  sharedCacheSeconds,
} from "./site.ts";
import { customThemes, playerThemes } from "./themes.ts";
import {
  maxRecordingBytes,
  maxUploadBytes,
  maxUploadCount,
  probeSeconds,
  uploadLockSeconds,
} from "./uploads.ts";

/** All settings that can be wrong: `npm start`, commands and deployments refuse to begin with a wrong one. */
export const checkedSettings: readonly Setting<unknown>[] = [
  editorScopes,
  authenticationClasses,
  allowedHosts,
  corsOrigins,
  proxySecret,
  otherProxySecrets,
  proxyAddresses,
  allowsPrivateAddresses,
  takesMarkdown,
  richTextFeatures,
  customBlocks,
  globalEditLock,
  idleHours,
  derivationsPerSecond,
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
  countsVisits,
  feedCacheSeconds,
  sharedCacheSeconds,
  searchStemming,
];

/** Names variables that look like settings, and that nothing reads. */
export const unknownSettings = (environment: Readonly<Record<string, string | undefined>>): string[] => {
  const known = checkedSettings.map(({ variable }) => variable);
  const unknown = Object.keys(environment).filter((name) => /^SITE_/.test(name) && !known.includes(name));
  return unknown.sort().map((name) => {
    const nearest = nearestName(name, known);
    const hint = nearest === undefined ? "" : ` (did you mean ${nearest}?)`;
    return `${name} is not a setting; docs/settings.md lists them${hint}`;
  });
};
