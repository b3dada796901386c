type Parts = Readonly<Record<string, unknown>>;

/** For each stored field, the way in which a file says it, or the reason why it does not. */
export type ToldFields<Stored, Said = Parts> = { readonly [Name in keyof Stored]-?: Said | string };

/** The members of an object in a file, in the order of its fields. */
export const told = <Stored>(fields: ToldFields<Stored>): Record<string, unknown> =>
  Object.assign({}, ...Object.values<Parts | string>(fields).filter((part) => typeof part !== "string"));
