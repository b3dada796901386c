/** Requests to DynamoDB, and its units. */
export interface Counts {
  readonly requests: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

/**
 * The most that these cost, of posts of 8 KB. `test/api/cost.test.ts` meters them, and fails if one asks for
 * more; so estimates are not too low when the code changes.
 */
export const mostCounted = {
  create: { requests: 2, readUnits: 10, writeUnits: 24 },
  update: { requests: 3, readUnits: 10, writeUnits: 20 },
  publication: { requests: 4, readUnits: 10, writeUnits: 30 },
  redirectToFile: { requests: 1, readUnits: 2, writeUnits: 0 },
  idleMinute: { requests: 10, readUnits: 10, writeUnits: 0 },
} as const satisfies Readonly<Record<string, Counts>>;
