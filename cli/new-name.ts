import { text } from "#lib/manifest/fields.ts";
import { isPlainName } from "#lib/site/site.ts";
import { UsageError } from "./usage-error.ts";

/** The manifest's rule for names of users and tokens: others could be exported, but not applied. */
const rule = text({ max: 150 });

/**
 * A name for a new user or token, trimmed. Throws a {@link UsageError} if no manifest could hold it, and if
 * it would steer a terminal.
 */
export const newName = (argument: string, written: string): string => {
  const { data, error } = rule.safeParse(written);
  if (data === undefined) throw new UsageError(`${argument}: ${error?.issues[0]?.message}`);
  if (!isPlainName(data)) throw new UsageError(`${argument}: expected text without control characters`);
  return data;
};
