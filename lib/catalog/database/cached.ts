/**
 * The value under the key, made when it is asked for the first time. Everything is forgotten when there is
 * too much of it: cheap, and the next requests fill it again.
 */
export const cached = <Value>(
  memory: Map<string, Value>,
  most: number,
  key: string,
  make: () => Value,
): Value => {
  const known = memory.get(key);
  if (known !== undefined) return known;
  const value = make();
  if (memory.size >= most) memory.clear();
  memory.set(key, value);
  return value;
};
