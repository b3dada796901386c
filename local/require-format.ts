import { getItem } from "#lib/store/items.ts";
import { raiseFormat } from "#lib/store/raise-format.ts";
import { keys } from "#lib/store/table.ts";
import { formatOf, NewerFormat, tableFormat } from "#lib/store/table-format.ts";
import { PlainError } from "./plain-error.ts";

/** Raises the table's format to this version's. Throws a {@link PlainError} if it is newer. One request. */
export const requireFormat = (): Promise<void> => raiseFormat().catch(refuseNewer);

/** Requires the format of a deployed table, which only a deployment raises, before its functions change. */
export const requireDeployedFormat = async (own = tableFormat): Promise<void> => {
  const item = await getItem(keys.siteVersion());
  if (formatOf(item) > own) throw new PlainError(new NewerFormat(formatOf(item)).message);
  if (item && formatOf(item) < own)
    throw new PlainError(
      `The data of the stage have format ${formatOf(item)}, and this version of Lectern writes format ${own}: deploy this version of Lectern first.`,
    );
};

const refuseNewer = (error: unknown): never => {
  throw error instanceof NewerFormat ? new PlainError(error.message, { cause: error }) : error;
};
