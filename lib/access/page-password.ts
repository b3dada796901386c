import { readPage } from "#lib/store/pages.ts";
import { passwordIsRight } from "./passwords.ts";

/**
 * True when the page has a restriction of its own with that password. Takes as long for pages that there are not, or that
 * ask for no password, so that it does not tell which there are. Cost: one request.
 */
export const opensPage = async (pageId: number, password: string): Promise<boolean> => {
  const restriction = (await readPage(pageId))?.restriction;
  return passwordIsRight(password, restriction?.type === "password" ? restriction.passwordHash : null);
};
