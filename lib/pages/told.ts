type Parts = Readonly<Record<string, unknown>>;

/** For each stored field, what a file says of it, or why it says nothing. */
export type ToldFields<Stored, Said = Parts> = { readonly [Name in keyof Stored]-?: Said | string };

/** What a file says of an object, in the order of its fields. */
export const told = <Stored>(fields: ToldFields<Stored>): Record<string, unknown> =>
  Object.assign({}, ...Object.values<Parts | string>(fields).filter((part) => typeof part !== "string"));
