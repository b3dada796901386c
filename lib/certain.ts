/** A value that is there, unless the program is wrong: then this throws, where it would go on without it. */
export const certain = <Value>(value: Value): NonNullable<Value> => {
  if (value === undefined || value === null) throw new TypeError("No value where one is certain.");
  return value;
};
