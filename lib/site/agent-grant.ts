/** What a person may allow an agent. To read comes with each grant (contract#agent-consent). */
export const grantScopes = ["write", "publish", "delete"] as const;

export type GrantScope = (typeof grantScopes)[number];

/** The types of grants that a client may ask tokens for (RFC 6749). */
export const agentGrantTypes = ["authorization_code", "refresh_token"] as const;

/** A program that asks people for access by OAuth, as it describes itself, which nobody has checked. */
export interface AgentClient {
  readonly id: string;
  readonly name: string;
  /** The addresses to which people may be led back with a code. */
  readonly redirects: readonly string[];
}

/** A client that has registered itself; others are described at the address that is their id. */
export interface RegisteredClient extends AgentClient {
  readonly createdAt: string;
  readonly version: number;
}

/** The client of a grant, as the person saw it: by its name, and the host that they were led to. */
export interface GrantedClient extends Pick<AgentClient, "id" | "name"> {
  readonly host: string;
}

/** What a person has allowed an agent. */
export interface GrantedAccess {
  readonly userId: number;
  readonly client: GrantedClient;
  readonly scopes: readonly GrantScope[];
  /** As that of a session: a new password ends the grant. */
  readonly passwordStamp: string;
}

/** A code, which a client exchanges for the tokens of a new grant. */
export interface AgentCode extends GrantedAccess {
  /** The SHA-256 of the code. */
  readonly digest: string;
  readonly redirectUri: string;
  /** Of PKCE (RFC 7636), by S256. */
  readonly challenge: string;
  readonly expiresAtMs: number;
  /** The grant that it was used for; absent until then. */
  readonly grant?: string;
}

/** What a person has allowed, and the tokens that follow from it, as digests. */
export interface AgentGrant extends GrantedAccess {
  /** The SHA-256 of the part that all of its refresh tokens have. */
  readonly digest: string;
  /** The SHA-256 of the part that is new in each of them. */
  readonly refreshDigest: string;
  /** The access tokens that may still be valid, the newest first. */
  readonly access: readonly AccessDigests[];
  readonly createdAt: string;
  /** When it last got tokens. */
  readonly usedAt: string;
  readonly version: number;
}

/** The SHA-256 of an access token, and of the token that tools ask the API with in its place. */
export interface AccessDigests {
  readonly outer: string;
  readonly inner: string;
}

/** A code is valid for a minute. */
export const codeSeconds = 60;

/** An access token is valid for an hour. */
export const accessSeconds = 3_600;

/** A grant ends if it gets no tokens for as long. */
export const grantSeconds = 30 * 24 * 3_600;

/** A grant ends in any case after a year: then people are asked again. */
export const maxGrantSeconds = 365 * 24 * 3_600;

/** A registration ends a day after it was made, or after the end of its last grant. */
export const clientSeconds = 24 * 3_600;

/** The longest name of a client, in code points. */
export const maxClientNameLength = 100;

/** The most grants of a user. */
export const maxAgentGrants = 100;

/** The longest query of a request for access: people have to come back to it from the sign-in form. */
export const maxAuthorizationLength = 2_000;

/** True for ids that are the addresses of documents which describe their clients. */
export const isDocumentAddress = (clientId: string): boolean => /^https?:/.test(clientId);
