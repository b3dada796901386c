/** The fields that do not have their default. */
export const unless = <Fields extends object>(ordinary: unknown, fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ordinary)) as Partial<Fields>;

/** The lists that are not empty. */
export const unlessEmpty = <Fields extends Readonly<Record<string, readonly unknown[]>>>(
  fields: Fields,
): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value.length > 0)) as Partial<Fields>;
