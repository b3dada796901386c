import type { ReleaseRecord } from "#lib/store/release-record.ts";
import { PlainError } from "#local/plain-error.ts";
import type { FunctionVersion } from "./stage-functions.ts";

/** The state of a stage. */
interface StageReleases {
  /** Newest first. */
  readonly releases: readonly ReleaseRecord[];
  /** The version that each function is at. */
  readonly live: ReadonlyMap<string, string>;
  /** The ids of those that it went back from. */
  readonly withdrawn: readonly string[];
}

export interface WayBack {
  readonly from: ReleaseRecord;
  readonly to: ReleaseRecord;
  /** False where it leads forward again, or on to a release that some functions are at. */
  readonly isBack: boolean;
  readonly moves: readonly FunctionVersion[];
  /** Functions of the stage that the release does not know. */
  readonly newer: readonly string[];
}

/**
 * The newest release that a function is at, by a version that the same function did not have in the release
 * before. So a stage that is half way between two is at the newer one.
 */
export const liveRelease = ({
  releases,
  live,
}: Omit<StageReleases, "withdrawn">): ReleaseRecord | undefined =>
  releases.find((release, index) => {
    const earlier = releases[index + 1]?.functions;
    return Object.entries(release.functions).some(
      ([name, version]) =>
        live.get(name) === version && (!earlier || (name in earlier && earlier[name] !== version)),
    );
  });

/** The way to a release, or to the newest before the live one that was not withdrawn. Throws if none is. */
export const wayBack = (stage: StageReleases, id?: string): WayBack => {
  const { releases, live } = stage;
  const from = liveRelease(stage);
  if (!from)
    throw new PlainError(
      "There is no record of the stage's present release. It can go back only to releases since 0.3.0 that were deployed to it; deploy the release that you want.",
    );
  const to = id === undefined ? before(stage, from) : releases.find((each) => each.id === id);
  if (!to) throw new PlainError(id === undefined ? noneBefore(stage, from) : unknownRelease(releases, id));
  const moves = Object.entries(to.functions).flatMap(([name, version]) =>
    live.get(name) === version ? [] : [{ name, version }],
  );
  return {
    ...{ from, to, moves },
    isBack: releases.indexOf(to) > releases.indexOf(from),
    newer: [...live.keys()].filter((name) => !(name in to.functions)),
  };
};

/** The ids of withdrawn releases after a way. One that is left by going forward was not bad. */
export const withdrawnAfter = (
  { from, to, isBack }: WayBack,
  before: readonly string[],
): readonly string[] => {
  const others = before.filter((id) => id !== to.id);
  return isBack ? [...others.filter((id) => id !== from.id), from.id] : others;
};

const before = (stage: StageReleases, from: ReleaseRecord): ReleaseRecord | undefined =>
  allBefore(stage, from).find(({ id }) => !stage.withdrawn.includes(id));

const allBefore = ({ releases }: StageReleases, from: ReleaseRecord): readonly ReleaseRecord[] =>
  releases.slice(releases.indexOf(from) + 1);

const noneBefore = (stage: StageReleases, from: ReleaseRecord): string => {
  const withdrawn = allBefore(stage, from).map(({ id }) => id);
  return withdrawn.length > 0
    ? `All releases before ${from.id} are withdrawn: name the one that you want with --to, of ${withdrawn.join(", ")}.`
    : `There is no release before ${from.id} to go back to: deploy the one that you want.`;
};

const unknownRelease = (releases: readonly ReleaseRecord[], id: string): string =>
  `The stage has no release ${id}; it has ${releases.map((each) => each.id).join(", ")}.`;

/** Why the way must not be gone; empty if it may. */
export const obstacles = (
  { from, to }: WayBack,
  found: { readonly format: number; readonly missing: readonly FunctionVersion[] },
): readonly string[] => {
  const { format, missing } = found;
  const [first] = missing;
  return [
    ...(format > to.tableFormat
      ? [
          `The table has format ${format}, and ${to.id} knows up to format ${to.tableFormat}: it would refuse every request. The way back is a restored table (docs/deploy.md#restoring).`,
        ]
      : []),
    ...(from.table === to.table
      ? []
      : [
          `${to.id} uses the table ${to.table}, and ${from.id} uses ${from.table}: what was saved since would be missing. Set EXISTING_TABLE and deploy, if you want that table.`,
        ]),
    ...(first
      ? [
          `Functions of ${to.id} are gone (${missing.length}), such as version ${first.version} of ${first.name}: deploy that release again.`,
        ]
      : []),
  ];
};
