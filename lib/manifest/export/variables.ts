/** The environment variables that an exported manifest names in place of passwords and secrets. */
export interface Variables {
  /** `env:NAME` with a name of its own for what is called so, such as `env:LECTERN_PASSWORD_ADA`. */
  readonly reference: (kind: "PASSWORD" | "TOKEN", called: string) => string;
  /** The names given out, in their order. */
  readonly used: () => readonly string[];
}

/** No variables yet. */
export const newVariables = (): Variables => {
  const used = new Set<string>();
  return {
    reference: (kind, called) => {
      const word = called
        .toUpperCase()
        .replace(/[^A-Z0-9]+/g, "_")
        .replace(/^_|_$/g, "");
      const name = `LECTERN_${kind}_${word}`;
      let unique = name;
      for (let count = 2; used.has(unique); count++) unique = `${name}_${count}`;
      used.add(unique);
      return `env:${unique}`;
    },
    used: () => [...used],
  };
};
