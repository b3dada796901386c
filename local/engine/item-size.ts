import type { WireItem, WireValue } from "#lib/store/wire-values.ts";

/** About the bytes for which DynamoDB charges. Source: DynamoDB, "Item sizes and formats". */
export const itemSize = (item: WireItem): number => {
  let size = 0;
  for (const name of Object.keys(item)) size += name.length + valueSize(item[name]!);
  return size;
};

const valueSize = ({ S, N, B, L, M, SS, NS }: WireValue): number => {
  if (S !== undefined) return Buffer.byteLength(S);
  if (N !== undefined) return numberSize(N);
  if (B !== undefined) return Buffer.byteLength(B, "base64");
  if (L) return L.reduce((sum, each) => sum + 1 + valueSize(each), 3);
  if (M) return 3 + Object.keys(M).length + itemSize(M);
  if (SS) return SS.reduce((sum, each) => sum + Buffer.byteLength(each), 0);
  return NS ? NS.reduce((sum, each) => sum + numberSize(each), 0) : 1;
};

/** A byte for each two digits. */
const numberSize = (digits: string): number => Math.ceil(digits.length / 2) + 1;
