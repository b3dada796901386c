/** The most unexpired tokens of a user (contract#tokens-per-user). */
export const maxTokens = 100;

export const isExpired = ({ expiresAt }: Pick<Token, "expiresAt">, now: string): boolean =>
  expiresAt !== undefined && expiresAt <= now;

/** The longest name of a token, in code points. */
export const maxTokenNameLength = 150;

/** The longest name of a client in histories and lists, in code points. */
export const maxClientLength = 100;

/** A bearer token, of whose secret only a hash is stored. */
export interface Token {
  readonly kind: "token";
  readonly name: string;
  readonly userId: number;
  /** Null: no scope information, only the user's permissions count. Empty: an empty scope. */
  readonly scopes: readonly string[] | null;
  /** From this instant on, the token opens nothing; absent: it does not expire. */
  readonly expiresAt?: string;
  /** The pages to which its permissions are limited, with all below them; absent: all pages. */
  readonly parents?: readonly number[];
  /** The limit to collections of media. */
  readonly collections?: readonly number[];
  /** Where it was issued in exchange for a token of another service: it ends with this trust. */
  readonly trustId?: number;
  /** `apply --prune` removes no other tokens. */
  readonly fromManifest?: true;
  readonly createdAt: string;
}

/** What tokens have that follow from a grant (agent-grant.ts), and end with it. */
export interface FromGrant {
  readonly grant: string;
  /** As that of a session: a new password ends it. */
  readonly passwordStamp: string;
}

/** The token that the tools of an agent ask the API with. Nobody but the function of agents knows it. */
export type TokenOfTools = Token & FromGrant;

/** A token that a client got by OAuth, for the address of agents only. That of its tools is made of it. */
export interface AccessToken extends Omit<TokenOfTools, "kind"> {
  readonly kind: "access";
  readonly salt: string;
}

/** A token, and the hash of its secret. */
export interface StoredToken {
  readonly token: Token;
  readonly hash: string;
}

/** The memory of a session, also of an anonymous visitor's. */
export interface SessionMemory {
  /** The slug of the selected theme, which may not exist any more; absent if none was selected. */
  readonly theme?: string;
  /** Stamps of the passwords that were entered for pages and collections, the latest last. */
  readonly passed: readonly string[];
}

/** A browser's session; `userId` is null until somebody signs in. */
export interface Session extends SessionMemory {
  readonly kind: "session";
  readonly userId: number | null;
  /** State-changing requests send it back as `X-CSRFToken`. */
  readonly csrfToken: string;
  /** The stamp of the user's password at sign-in; a new password ends the session. Empty without one. */
  readonly passwordStamp: string;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
  /** When it was used, to some hours; absent until it was used after its first hours. */
  readonly lastUsedAt?: string;
}

/** Another service whose tokens are exchanged for tokens of a user (contract#token-exchange). */
export interface Trust {
  readonly id: number;
  /** Exactly as its tokens name it in `iss`. */
  readonly issuer: string;
  /** The value that its tokens must have in `aud`. */
  readonly audience: string;
  /** The other claims that its tokens must have, all of them; never empty. */
  readonly claims: Readonly<Record<string, string>>;
  /** Its public keys; absent: they are asked for at the issuer. */
  readonly keys?: readonly PublicKey[];
  readonly userId: number;
  /** Absent: `write` only. */
  readonly scopes?: readonly string[];
  /** The limits of the tokens that are issued, as those of `Token`. */
  readonly parents?: readonly number[];
  readonly collections?: readonly number[];
  /** As `MadeByHand` of categories. */
  readonly byHand?: true;
}

/** A key that signatures are checked with (RFC 7517). */
export type PublicKey = Readonly<Record<string, unknown>>;

/** Claims that are checked of every token, and so say nothing about whom to trust. */
export const checkedClaims: readonly string[] = ["iss", "aud", "exp", "nbf", "iat", "jti"];
