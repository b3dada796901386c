/** The cached value, made when first asked for. A full cache is cleared: cheap, and soon filled again. */
export const cached = <Value>(
  memory: Map<string, Value>,
  maxSize: number,
  key: string,
  make: () => Value,
): Value => {
  const known = memory.get(key);
  if (known !== undefined) return known;
  const value = make();
  if (memory.size >= maxSize) memory.clear();
  memory.set(key, value);
  return value;
};
