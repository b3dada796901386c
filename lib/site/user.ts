/** An account. `passwordHash` is null for accounts that cannot sign in with a password. */
export interface User {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly passwordHash: string | null;
  readonly active: boolean;
  readonly staff: boolean;
  readonly superuser: boolean;
  /** Ids of the user's groups. */
  readonly groups: readonly number[];
  /** True of an account that a manifest has made; `apply --prune` removes no others. */
  readonly fromManifest?: true;
  readonly version: number;
}
