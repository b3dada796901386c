/** `passwordHash` is null if the account cannot sign in with a password. */
export interface User {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly passwordHash: string | null;
  readonly active: boolean;
  readonly staff: boolean;
  readonly superuser: boolean;
  readonly groups: readonly number[];
  /** `apply --prune` removes no other accounts. */
  readonly fromManifest?: true;
  readonly version: number;
}

/** True for a name without control characters, which would steer the terminal of whoever lists accounts. */
export const mayBeUsername = (text: string): boolean => !/\p{Cc}/u.test(text);
