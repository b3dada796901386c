/** Values up to a total size. A full cache is cleared: cheap, and soon filled again. */
export class SizedCache<Value> {
  readonly #values = new Map<string, Value>();
  readonly #maxSize: number;
  #size = 0;

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  find(key: string): Value | undefined {
    return this.#values.get(key);
  }

  /** Keeps the value unless it is too large by itself, or the cache has one of the key. */
  keep(key: string, value: Value, size: number): void {
    if (size > this.#maxSize || this.#values.has(key)) return;
    if (this.#size + size > this.#maxSize) this.clear();
    this.#values.set(key, value);
    this.#size += size;
  }

  clear(): void {
    this.#values.clear();
    this.#size = 0;
  }
}
