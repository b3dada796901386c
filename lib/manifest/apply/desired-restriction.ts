import { hashPassword, passwordIsRight } from "#lib/access/passwords.ts";
import { certain } from "#lib/certain.ts";
import type { ManifestRestriction } from "#lib/manifest/page-schema.ts";
import type { SecretValue } from "#lib/manifest/read/written.ts";
import type { Restriction } from "#lib/pages/restriction.ts";

/** The restriction that the file describes. A stored one with the same password stays, hash included. */
export const desiredRestriction = async (
  desired: ManifestRestriction | null | undefined,
  stored: Restriction | null,
  groupId: (name: string) => number,
  secretValue: SecretValue,
): Promise<Restriction | null> => {
  if (!desired) return null;
  switch (desired.type) {
    case "login":
      return { type: "login" };
    case "groups":
      return { type: "groups", groups: sortedIds(desired.groups, groupId) };
    case "password": {
      const hash = stored?.type === "password" ? stored.passwordHash : null;
      return {
        type: "password",
        passwordHash: await desiredPasswordHash(certain(secretValue(desired.password)), hash),
      };
    }
  }
};

/** The stored hash if it fits the password, else a new one. Takes some hundredths of a second. */
export const desiredPasswordHash = async (password: string, stored: string | null): Promise<string> => {
  if (stored !== null && (await passwordIsRight(password, stored))) return stored;
  return hashPassword(password);
};

/** Each once and sorted, so that another order in the file is no change. */
export const sortedIds = (names: readonly string[], idOf: (name: string) => number): number[] =>
  [...new Set(names)].map(idOf).sort((a, b) => a - b);
