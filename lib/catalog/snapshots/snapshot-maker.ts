/** Stores a snapshot outside of this process if one is due. False if this process should do it by itself. */
export type MakeSnapshot = () => Promise<boolean>;

const nobody: MakeSnapshot = async () => false;

let make = nobody;

/** Sets what makes snapshots outside of this process; without an argument, nothing does. */
export const makeSnapshotsBy = (given = nobody): void => {
  make = given;
};

/** True if snapshots are made outside of this process, and all that was due is stored. */
export const isSnapshotMadeElsewhere = (): Promise<boolean> => make();
