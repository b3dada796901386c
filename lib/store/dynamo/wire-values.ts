import { certain } from "#lib/certain.ts";
/** A value in DynamoDB's own JSON; exactly one member is set. */
export interface WireValue {
  readonly S?: string;
  readonly N?: string;
  /** Bytes in base64. */
  readonly B?: string;
  readonly BOOL?: boolean;
  readonly NULL?: true;
  readonly L?: readonly WireValue[];
  readonly M?: WireItem;
  readonly SS?: readonly string[];
  readonly NS?: readonly string[];
}

export type WireItem = Readonly<Record<string, WireValue>>;

/** Members that are undefined are left out. Throws for a value that DynamoDB, or this code, does not know. */
export const wireItem = (item: object): WireItem => {
  const wire: Record<string, WireValue> = {};
  for (const [name, value] of Object.entries(item))
    if (value !== undefined) setMember(wire, name, wireValue(value));
  return wire;
};

/** Sets a member, also one whose name has another meaning in an assignment, such as `__proto__`. */
const setMember = <Value>(object: Record<string, Value>, name: string, value: Value): void => {
  if (name !== "__proto__") object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
};

const wireValue = (value: unknown): WireValue => {
  if (typeof value === "string") return { S: value };
  if (typeof value === "number" && Number.isFinite(value)) return { N: String(value) };
  if (typeof value === "boolean") return { BOOL: value };
  if (value === null) return { NULL: true };
  if (Array.isArray(value)) return { L: value.filter((entry) => entry !== undefined).map(wireValue) };
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString("base64") };
  if (value instanceof Set) return wireSet([...value]);
  if (typeof value === "object" && isPlain(value)) return { M: wireItem(value) };
  throw new TypeError("This value is sent by the SDK.");
};

const wireSet = (members: readonly unknown[]): WireValue => {
  if (members.every((member) => typeof member === "string")) return { SS: members };
  if (members.every((member) => Number.isFinite(member))) return { NS: members.map(String) };
  throw new TypeError("This set is sent by the SDK.");
};

const isPlain = (value: object): boolean =>
  [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);

export const plainItem = (item: WireItem): Record<string, unknown> => {
  const plain: Record<string, unknown> = {};
  for (const name of Object.keys(item)) setMember<unknown>(plain, name, plainValue(certain(item[name])));
  return plain;
};

const plainValue = ({ S, N, BOOL, B, M, L, NS, SS }: WireValue): unknown => {
  if (S !== undefined) return S;
  if (N !== undefined) return Number(N);
  if (BOOL !== undefined) return BOOL;
  if (M) return plainItem(M);
  if (L) return L.map(plainValue);
  if (B !== undefined) return Buffer.from(B, "base64");
  if (NS) return new Set(NS.map(Number));
  return SS ? new Set(SS) : null;
};
