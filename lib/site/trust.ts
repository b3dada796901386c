/** Another service whose tokens are exchanged for tokens of a user (contract#token-exchange). */
export interface Trust {
  readonly id: number;
  /** Exactly as its tokens name it in `iss`. */
  readonly issuer: string;
  /** What its tokens have to name in `aud`. */
  readonly audience: string;
  /** What else its tokens have to say, all of it; never empty. */
  readonly claims: Readonly<Record<string, string>>;
  /** Its public keys; absent: they are asked for at the issuer. */
  readonly keys?: readonly PublicKey[];
  readonly userId: number;
  /** Absent: `write` only. */
  readonly scopes?: readonly string[];
  /** The limits of the tokens that are issued, as those of `Token`. */
  readonly parents?: readonly number[];
  readonly collections?: readonly number[];
}

/** A key that signatures are checked with (RFC 7517). */
export type PublicKey = Readonly<Record<string, unknown>>;

/** Claims that are checked of every token, and so say nothing about whom to trust. */
export const checkedClaims: readonly string[] = ["iss", "aud", "exp", "nbf", "iat", "jti"];
