import { pageIdAt } from "#lib/manifest/stored/stored-page.ts";
import type { EditablePage } from "#lib/store/pages.ts";
import { PlainError } from "#local/plain-error.ts";

/** The id of the page at a path such as `/home/notes`. Throws a {@link PlainError} if there is none. */
export const pageAt = async (path: string): Promise<number> => {
  const id = await pageIdAt(path);
  if (id === undefined) throw new PlainError(`There is no page ${path}.`);
  return id;
};

/** Permits every change of a page that still exists. */
export const permitAdministrator = (current: EditablePage | undefined): void => {
  if (!current) throw new PlainError("The page was deleted meanwhile.");
};
