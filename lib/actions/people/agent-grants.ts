import { hash } from "node:crypto";
import { tokenScopes } from "#lib/access/agent-access.ts";
import {
  hashOfSecret,
  innerTokenSecret,
  newRefreshToken,
  newSecret,
  newTokenSecret,
  refreshTokenIn,
} from "#lib/access/secrets.ts";
import { passwordStamp } from "#lib/access/sessions.ts";
import { clock } from "#lib/clock.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import {
  type AgentCode,
  type AgentGrant,
  accessSeconds,
  codeSeconds,
  type GrantedAccess,
  type GrantedClient,
  type GrantScope,
} from "#lib/site/agent-grant.ts";
import { maxClientLength } from "#lib/site/credential.ts";
import { readAgentCode, readAgentGrant } from "#lib/store/agent-grants.ts";
import { commitDecision, type Decision } from "#lib/store/commit.ts";
import { readCredential } from "#lib/store/credentials.ts";
import { readGrantsOf } from "#lib/store/listed-credentials.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { readUserAndSiteVersion } from "#lib/store/users.ts";
import {
  markCodeUsed,
  putAccess,
  putAgentCode,
  putAgentGrant,
  removeAccess,
  removeAgentGrant,
} from "#lib/store/write-grants.ts";
import { keptClient, releasedClient } from "./agent-clients.ts";

/** Where a client gets its code, and how it proves that it asked for it. */
type CodeRequest = Pick<AgentCode, "redirectUri" | "challenge">;

/** Gives a code for what a person allows, good for a minute. One request. */
export const allowAgent = async (access: GrantedAccess, request: CodeRequest): Promise<string> => {
  const code = newSecret();
  const expiresAtMs = clock.nowMs() + codeSeconds * 1_000;
  const writes = [putAgentCode({ ...access, ...request, digest: hashOfSecret(code), expiresAtMs })];
  await commitDecision(async () => ({ writes, value: undefined }));
  return code;
};

/** The tokens of a grant, and what its access token may do. */
export interface AgentTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly scopes: readonly GrantScope[];
  readonly userId: number;
}

/** A code or refresh token that was used before; what it gave has ended. */
export interface UsedTwice {
  readonly endedOf: number;
}

/** What a client sends to get the first tokens. */
export interface CodeExchange {
  readonly code: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly verifier: string;
}

/**
 * Exchanges a code for the tokens of a new grant. A second use of a code ends the grant of the first one: of
 * two at once, the later one does. Refuses `invalid_grant`, and `invalid_client` if the registration ended.
 * Cost: five requests, at most four in sequence.
 */
export const redeemCode = ({ code, ...exchange }: CodeExchange): Promise<AgentTokens | UsedTwice> =>
  commitDecision<AgentTokens | UsedTwice>(async () => {
    const stored = await readAgentCode(hashOfSecret(code));
    if (!stored) throw new Refusal("invalid_grant");
    if (stored.grant !== undefined) return endOf(await readAgentGrant(stored.grant), stored.userId);
    if (!isFor(stored, exchange)) throw new Refusal("invalid_grant");
    await requireHolder(stored);
    const { userId, client, scopes, passwordStamp: stamp } = stored;
    const refresh = newRefreshToken();
    const grant = { userId, client, scopes, passwordStamp: stamp, digest: hashOfSecret(refresh.key) };
    const access = newAccess(grant, scopes);
    const now = instantOf(clock.nowMs());
    const next: AgentGrant = {
      ...{ ...grant, refreshDigest: hashOfSecret(refresh.secret), access: [access.digests] },
      ...{ createdAt: now, usedAt: now, version: 1 },
    };
    const kept = await keptClient(next);
    if (!kept) throw new Refusal("invalid_client");
    const writes = [
      markCodeUsed(stored.digest, grant.digest),
      ...[...putAgentGrant(next), ...access.writes, ...kept],
    ];
    const tokens = { accessToken: access.secret, refreshToken: refresh.text, scopes, userId };
    return { writes, value: tokens };
  });

const isFor = (
  { client, redirectUri, challenge, expiresAtMs }: AgentCode,
  exchange: Omit<CodeExchange, "code">,
): boolean =>
  expiresAtMs > clock.nowMs() &&
  client.id === exchange.clientId &&
  redirectUri === exchange.redirectUri &&
  /^[\w.~-]{43,128}$/.test(exchange.verifier) &&
  challenge === hash("sha256", exchange.verifier, "base64url");

/** Refuses `invalid_grant` unless the person may sign in still, with the same password. One request. */
const requireHolder = async ({ userId, passwordStamp: stamp }: GrantedAccess): Promise<void> => {
  const { user } = await readUserAndSiteVersion(userId);
  if (!user?.active || passwordStamp(user) !== stamp) throw new Refusal("invalid_grant");
};

/** What a client sends to get further tokens; without `scopes` for all that was allowed. */
export interface GrantRefresh {
  readonly refreshToken: string;
  readonly clientId: string;
  readonly scopes: readonly string[] | undefined;
}

/**
 * Exchanges a refresh token for new tokens. The access token before stays valid for its hour, so that
 * requests that are under way are answered. A second use of a refresh token ends its grant: of two at once,
 * the later one does. Refuses `invalid_grant`, and `invalid_token_scope` for more than was allowed.
 * Cost: four requests, all in sequence.
 */
export const refreshGrant = ({
  refreshToken,
  clientId,
  scopes,
}: GrantRefresh): Promise<AgentTokens | UsedTwice> => {
  const given = refreshTokenIn(refreshToken);
  return commitDecision<AgentTokens | UsedTwice>(async () => {
    const grant = given && (await readAgentGrant(hashOfSecret(given.key)));
    if (!grant) throw new Refusal("invalid_grant");
    if (grant.refreshDigest !== hashOfSecret(given.secret)) return endOf(grant, grant.userId);
    if (grant.client.id !== clientId) throw new Refusal("invalid_grant");
    await requireHolder(grant);
    const wanted = scopes ? grant.scopes.filter((scope) => scopes.includes(scope)) : grant.scopes;
    if (scopes && wanted.length < new Set(scopes).size) throw new Refusal("invalid_token_scope");
    const refresh = newRefreshToken(given.key);
    const access = newAccess(grant, wanted);
    const [latest, ...older] = grant.access;
    const next: AgentGrant = {
      ...grant,
      refreshDigest: hashOfSecret(refresh.secret),
      access: [access.digests, ...(latest ? [latest] : [])],
      usedAt: instantOf(clock.nowMs()),
      version: grant.version + 1,
    };
    const kept = (await keptClient(next)) ?? [];
    const { userId } = grant;
    const tokens = { accessToken: access.secret, refreshToken: refresh.text, scopes: wanted, userId };
    return {
      writes: [...putAgentGrant(next), ...access.writes, ...removeAccess(older), ...kept],
      value: tokens,
    };
  });
};

const endOf = async (grant: AgentGrant | undefined, userId: number): Promise<Decision<UsedTwice>> => ({
  writes: grant ? await endingOf(grant) : [],
  value: { endedOf: userId },
});

const endingOf = async (grant: AgentGrant): Promise<Write[]> => [
  ...removeAgentGrant(grant),
  ...(await releasedClient(grant)),
];

/** Ends a grant of the user, from the next request on. False if there is none. Five requests. */
export const endOwnGrant = (userId: number, isMeant: (grant: AgentGrant) => boolean): Promise<boolean> =>
  commitDecision(async () => {
    const grant = (await readGrantsOf(userId)).find(isMeant);
    return { writes: grant ? await endingOf(grant) : [], value: grant !== undefined };
  });

/**
 * Ends the grant that a token follows from, a refresh token that was used before included. Undefined if there
 * is none, else its user. Refuses `invalid_client` if the client that asks is another one. Five requests.
 */
export const endGrantOf = (token: string, clientId: string | undefined): Promise<number | undefined> =>
  commitDecision<number | undefined>(async () => {
    const credential = await readCredential(hashOfSecret(token));
    const refresh = refreshTokenIn(token);
    const digest = credential?.kind === "access" ? credential.grant : refresh && hashOfSecret(refresh.key);
    const grant = digest === undefined ? undefined : await readAgentGrant(digest);
    if (!grant) return { writes: [], value: undefined };
    if (clientId !== undefined && clientId !== grant.client.id) throw new Refusal("invalid_client");
    return { writes: await endingOf(grant), value: grant.userId };
  });

const instantOf = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** A new access token, and the token of its tools. */
const newAccess = (grant: GrantedAccess & Pick<AgentGrant, "digest">, scopes: readonly GrantScope[]) => {
  const [secret, salt] = [newTokenSecret(), newSecret()];
  const digests = { outer: hashOfSecret(secret), inner: hashOfSecret(innerTokenSecret(secret, salt)) };
  const nowMs = clock.nowMs();
  const common = {
    ...{ name: agentName(grant.client), userId: grant.userId, scopes: tokenScopes(scopes) },
    ...{ grant: grant.digest, passwordStamp: grant.passwordStamp, createdAt: instantOf(nowMs) },
    expiresAt: instantOf(nowMs + accessSeconds * 1_000),
  };
  const writes = [
    putAccess({ hash: digests.outer, token: { ...common, kind: "access", salt } }, nowMs),
    putAccess({ hash: digests.inner, token: { ...common, kind: "token" } }, nowMs),
  ];
  return { secret, digests, writes };
};

/** The longest part of a host in such a name. */
const maxHostLength = 60;

/**
 * What revisions and histories call the client. Its name can be anything, so it leaves room for the host,
 * and of that for the end, which says whose it is.
 */
const agentName = ({ name, host }: GrantedClient): string => {
  const place = host.length > maxHostLength ? `…${host.slice(1 - maxHostLength)}` : host;
  if (name === "") return place;
  const end = ` (${place})`;
  return [...name].slice(0, maxClientLength - end.length).join("") + end;
};
