import {
  type AgentCode,
  type AgentGrant,
  accessSeconds,
  grantSeconds,
  maxGrantSeconds,
} from "#lib/site/agent-grant.ts";
import type { AccessToken, TokenOfTools } from "#lib/site/credential.ts";
import { absent, all, equal, exists, isNew, type Write } from "#lib/store/port/table-store.ts";
import { putItem, updateItem } from "./items.ts";
import { keys } from "./table.ts";
import { deleteCredential } from "./write-credentials.ts";

/** The writes of grants, which need the right `credentials:write` (stacks/table-statements.ts). */

/** Writes a new code. It is kept for as long as what follows from it, so that a second use is noticed. */
export const putAgentCode = (code: AgentCode): Write =>
  putItem(keys.agentCode(code.digest), { ...code, expires_at: secondsAfter(code.expiresAtMs) }, isNew);

/** Says what a code was used for, if it was not used before. */
export const markCodeUsed = (digest: string, grant: string): Write =>
  updateItem(keys.agentCode(digest), { set: { grant } }, all(exists, absent("grant")));

const secondsAfter = (milliseconds: number): number => Math.ceil(milliseconds / 1_000) + grantSeconds;

/** Writes a grant that is new, or the next version of one, and finds it in lists until it expires. */
export const putAgentGrant = (grant: AgentGrant): Write[] => {
  const { userId, client, digest, version } = grant;
  const expires_at = grantExpiry(grant);
  return [
    putItem(
      keys.agentGrant(digest),
      { ...grant, expires_at },
      version === 1 ? isNew : equal("version", version - 1),
    ),
    putItem(keys.agentGrantEntry(userId, digest), { userId, clientId: client.id, digest, expires_at }),
  ];
};

/** When a grant expires that gets no more tokens, in seconds since the epoch. */
export const grantExpiry = ({ createdAt, usedAt }: Pick<AgentGrant, "createdAt" | "usedAt">): number =>
  Math.ceil(
    Math.min(Date.parse(usedAt) / 1_000 + grantSeconds, Date.parse(createdAt) / 1_000 + maxGrantSeconds),
  );

/** Removes a grant with all tokens that follow from it, if it is as it was read. */
export const removeAgentGrant = ({ userId, digest, version, access }: AgentGrant): Write[] => [
  { delete: keys.agentGrant(digest), if: equal("version", version) },
  { delete: keys.agentGrantEntry(userId, digest) },
  ...removeAccess(access),
];

/** Revokes access tokens, and those of their tools. */
export const removeAccess = (access: AgentGrant["access"]): Write[] =>
  access.flatMap(({ outer, inner }) => [deleteCredential(outer), deleteCredential(inner)]);

/** An access token, or the token of its tools, and the hash of its secret. */
export interface IssuedAccess {
  readonly hash: string;
  readonly token: AccessToken | TokenOfTools;
}

/** Writes a token of a grant, which is in no list. */
export const putAccess = ({ hash, token }: IssuedAccess, nowMs: number): Write =>
  putItem(keys.credential(hash), { ...token, expires_at: Math.ceil(nowMs / 1_000) + accessSeconds }, isNew);
