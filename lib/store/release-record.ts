/** The alias of each function that the API, schedules and streams call. */
export const liveAlias = "live";

/** What a deployment notes of a release in the stage's bucket, for `lectern rollback`. */
export interface ReleaseRecord {
  /** Such as `0.3.0-1a2b3c4d`: the version, and a digest of the versions of its functions. */
  readonly id: string;
  /** The table's form that its functions write (`table-format.ts`). */
  readonly tableFormat: number;
  /** The table that its functions use. */
  readonly table: string;
  /** The number of each function's version, by the name of the function. */
  readonly functions: Readonly<Record<string, string>>;
}

/** The folder of the bucket with the records. */
export const releasesFolder = "releases/";

export const releaseKey = (id: string): string => `${releasesFolder}${id}.json`;

/**
 * The parameter of Systems Manager with the ids of the releases that a stage went back from, the last one at
 * its end. Its version grows with each way back, by which a deployment notices that aliases were moved.
 */
export const withdrawnParameter = (stage: string): string => `/lectern/${stage}/withdrawn-releases`;
