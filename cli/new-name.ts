import { text } from "#lib/manifest/fields.ts";
import { UsageError } from "./usage-error.ts";

/**
 * What manifests take as the name of an account or a token. A site with another name could be exported, but
 * not applied again.
 */
const rule = text({ max: 150 });

/**
 * The name that an argument gives to something new, trimmed. Refused with a {@link UsageError}: what no
 * manifest could name.
 */
export const newName = (argument: string, written: string): string => {
  const { data, error } = rule.safeParse(written);
  if (data === undefined) throw new UsageError(`${argument}: ${error?.issues[0]?.message}`);
  return data;
};
