/** A bearer token. Only its secret's hash is kept. */
export interface Token {
  readonly kind: "token";
  readonly name: string;
  readonly userId: number;
  /**
   * Null: the token says nothing of scopes, so the user's permissions alone decide. Empty: it carries an
   * empty scope.
   */
  readonly scopes: readonly string[] | null;
  /** True of a token that a manifest has made; `apply --prune` removes no others. */
  readonly fromManifest?: true;
  readonly createdAt: string;
}

/** What a session remembers of its visitor, whoever that is. */
export interface SessionMemory {
  /** The slug of the theme that was selected, which may be gone by now; absent while none was. */
  readonly theme?: string;
  /** The stamps of the passwords of pages and collections that were entered, the latest last. */
  readonly passed: readonly string[];
}

/** A browser's session. `userId` is null while nobody has signed in. */
export interface Session extends SessionMemory {
  readonly kind: "session";
  readonly userId: number | null;
  /** The value that state-changing requests send back as `X-CSRFToken`. */
  readonly csrfToken: string;
  /**
   * What the user's password was when the session began; another one ends the session. Empty without a
   * password.
   */
  readonly passwordStamp: string;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
}

/** What a caller may show to say who they are. */
export type Credential = Token | Session;
