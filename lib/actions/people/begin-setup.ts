import { hashOfSecret, newSecret } from "#lib/access/secrets.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { hasAccounts } from "#lib/store/listed-credentials.ts";
import { putSetupMark } from "#lib/store/setup.ts";

/**
 * A new secret that makes the first account, good for an hour and for one use, in place of an earlier one;
 * undefined if there are accounts. Two requests.
 */
export const beginSetup = async (): Promise<string | undefined> => {
  const secret = newSecret();
  const isEmpty = await commitDecision(async () => {
    const isOpened = !(await hasAccounts());
    return { writes: isOpened ? [putSetupMark(hashOfSecret(secret))] : [], value: isOpened };
  });
  return isEmpty ? secret : undefined;
};
