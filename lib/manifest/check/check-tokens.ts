import { tooManyTokens } from "#lib/actions/people/room-for-token.ts";
import { clock } from "#lib/clock.ts";
import type { Report } from "#lib/manifest/problem.ts";
import type { Manifest } from "#lib/manifest/read/read-manifest.ts";
import type { StoredState } from "#lib/manifest/stored/stored-state.ts";
import { isExpired, maxTokens } from "#lib/site/credential.ts";

/** Reports each token by which a user would have too many. Those that are pruned count: they go last. */
export const checkTokens = (
  { tokens }: Pick<Manifest, "tokens">,
  stored: Pick<StoredState, "tokens" | "users">,
  report: Report,
): void => {
  const now = clock.now();
  const named = new Set(tokens.map(({ value }) => value.name));
  const usernames = new Map(stored.users.map(({ id, username }) => [id, username]));
  const counts = new Map<string, number>();
  const count = (username: string): number => {
    const counted = (counts.get(username) ?? 0) + 1;
    counts.set(username, counted);
    return counted;
  };
  for (const { token } of stored.tokens) {
    const username = usernames.get(token.userId);
    if (username !== undefined && !named.has(token.name) && !isExpired(token, now)) count(username);
  }
  for (const { at, value } of tokens) {
    const isCounted = !isExpired({ ...(value.expires_at && { expiresAt: value.expires_at }) }, now);
    if (isCounted && count(value.user) > maxTokens) report([...at, "user"], tooManyTokens);
  }
};
