export interface Variables {
  /** A unique `env:NAME`, such as `env:LECTERN_PASSWORD_ADA`. */
  readonly reference: (kind: "PASSWORD" | "TOKEN" | "WEBHOOK", called: string) => string;
  /** In the order of their creation. */
  readonly used: () => readonly string[];
}

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
