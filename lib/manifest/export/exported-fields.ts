/** The fields that do not have their default. */
export const unless = <Fields extends object>(ordinary: unknown, fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ordinary)) as Partial<Fields>;

/** The lists that are not empty. */
export const unlessEmpty = <Fields extends Readonly<Record<string, readonly unknown[]>>>(
  fields: Fields,
): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value.length > 0)) as Partial<Fields>;

/** Why a file says nothing of some fields. */
export const namesWin = "Objects of the file have names in place of ids.";
export const marks = "What a manifest makes is marked when it is applied.";
