import type * as z from "zod/mini";
import { mayEnter } from "#lib/access/may.ts";
import type { Principal } from "#lib/access/principal.ts";
import { maxImageBytes } from "#lib/media/file-rules.ts";
import { usualPartBytes } from "#lib/media/upload.ts";
import { maxPageSize } from "#lib/queries/pagination.ts";
import { type callerAndService, extensions } from "#lib/routes/caller-shapes.ts";
import type { ownToken } from "#lib/routes/editor-tokens.ts";
import { defaultBodyBytes } from "#lib/routes/route.ts";
import { uploadRoute } from "#lib/routes/upload-route.ts";
import {
  administrationAuth,
  administrationScope,
  moderationAuth,
  moderationScope,
} from "#lib/routes/verb-rights.ts";
import { maxRecordingBytes } from "#lib/settings/uploads.ts";
import type { Token } from "#lib/site/credential.ts";

/** Shows the caller, and what the service takes and offers (contract#whoami). */
export const whoAmIView = (principal: Principal, version: string): z.input<typeof callerAndService> => ({
  ...callerView(principal),
  version,
  extensions: Object.keys(extensions),
  limits: {
    json_bytes: defaultBodyBytes,
    form_bytes: uploadRoute.limits.bodyBytes,
    image_bytes: maxImageBytes,
    audio_bytes: maxRecordingBytes.audio(),
    video_bytes: maxRecordingBytes.video(),
    part_bytes: usualPartBytes,
    page_size: maxPageSize,
  },
});

const administration = { auth: administrationAuth, scope: administrationScope } as const;
const moderation = { auth: moderationAuth, scope: moderationScope } as const;

const callerView = (principal: Principal) => {
  const { user, groups, token } = principal;
  return {
    user: { id: user.id, username: user.username },
    scopes: token?.scopes ? [...token.scopes] : null,
    groups: groups.map(({ name }) => name),
    may: {
      administrate: mayEnter(principal, administration),
      moderate: mayEnter(principal, moderation),
      see_statistics: mayEnter(principal, administration),
    },
    token: token && { name: token.name, expires_at: token.expiresAt ?? null },
  };
};

/** A token as its owner sees it (contract#own-tokens). */
export const ownTokenView = (
  id: number,
  token: Token,
  lastUsedAt: string | null,
): z.input<typeof ownToken> => ({
  id,
  name: token.name,
  scopes: token.scopes && [...token.scopes],
  parents: token.parents ? [...token.parents] : null,
  collections: token.collections ? [...token.collections] : null,
  created_at: token.createdAt,
  expires_at: token.expiresAt ?? null,
  last_used_at: lastUsedAt,
});
