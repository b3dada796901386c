import type { WireItem } from "#lib/store/dynamo/wire-values.ts";
import { textSize } from "./item-size.ts";
import { requireKnown } from "./require-known.ts";

export type TableKey = readonly [pk: string, sk: string];

/** DynamoDB refuses keys that are longer. */
const maxBytes = [2_048, 1_024];

/** The key of an item, or of a request. Throws if the engine has to refuse it. */
export const tableKey = ({ pk, sk }: WireItem): TableKey => {
  const key = [pk?.S ?? "", sk?.S ?? ""] as const;
  requireKnown(key.every((text, index) => text !== "" && textSize(text) <= maxBytes[index]!));
  return key;
};
