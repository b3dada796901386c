import { config } from "#lib/config.ts";
import { PlainError } from "./plain-error.ts";

/**
 * Returns when custom blocks and themes, the looks of web players, enhanced filters, what editors may send, credentials, comments, the proxy's secret,
 * and the times and limits of uploads are declared rightly, or not at all. Refused with a {@link PlainError}: a wrong declaration, which a deployed function would
 * only log.
 */
export const requireSettings = (): void => {
  try {
    config.postBodyBlocks();
    config.customThemes();
    config.playerThemes();
    config.postFilters();
    config.commentsEnabled();
    config.takesMarkdown();
    config.globalEditLock();
    config.editorScopes();
    config.authenticationClasses();
    config.allowedHosts();
    config.proxySecret();
    config.mediaProbeMs();
    config.uploadLockSeconds();
    config.maxUploadBytes("audio");
    config.maxUploadBytes("video");
  } catch (cause) {
    throw new PlainError((cause as Error).message, { cause });
  }
};
