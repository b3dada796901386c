import { clock } from "#lib/clock.ts";
import { invalid } from "#lib/refusals/refuse-problems.ts";
import { isExpired, maxTokens, type Token } from "#lib/site/credential.ts";
import { readTokens, readTokenTally } from "#lib/store/listed-credentials.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { countToken } from "#lib/store/write-credentials.ts";

/**
 * What the transaction of a new token of a user has to contain, so that those who make tokens at the same
 * moment make no more than there may be. Expired tokens do not count, nor do exchanged ones, of which each
 * lives for minutes and a busy pipeline makes many. Refuses `non_field_errors/too_many`. Cost: two requests.
 */
export const roomForToken = async ({ name, userId }: Pick<Token, "name" | "userId">): Promise<Write> => {
  const counted = await readTokenTally(userId);
  const now = clock.now();
  const others = (await readTokens()).filter(
    ({ token }) => token.userId === userId && token.name !== name && !isExpired(token, now),
  );
  if (others.length < maxTokens) return countToken(userId, counted);
  throw invalid("non_field_errors", "too_many", tooManyTokens);
};

export const tooManyTokens = `A user has at most ${maxTokens} tokens; revoke one first, or let it expire.`;
