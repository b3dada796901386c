import type { Write } from "#lib/store/commit.ts";
import { readPage } from "#lib/store/pages.ts";
import { type Guess, tryPassword } from "./guessing.ts";

/**
 * What is to be written when the page has a restriction of its own with that password; else undefined. Takes as long for pages
 * that there are not, or that ask for no password, so that it does not tell which there are. Refuses and costs as `tryPassword`,
 * and one request.
 */
export const opensPage = async (
  pageId: number,
  guess: Omit<Guess, "secret">,
): Promise<readonly Write[] | undefined> => {
  const reading = readPage(pageId);
  const readHash = async () => {
    const restriction = (await reading)?.restriction;
    return restriction?.type === "password" ? restriction.passwordHash : null;
  };
  const [, forgiven] = await Promise.all([
    reading,
    tryPassword({ secret: `page ${pageId}`, ...guess }, readHash),
  ]);
  return forgiven;
};
