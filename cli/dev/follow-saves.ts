/** The folder and functions that {@link followSaves} works with. */
export interface FollowedFolder {
  /** One run; it reports its own failures. */
  readonly publish: () => Promise<void>;
  /** Calls back after each change, until it is disposed of. */
  readonly watch: (changed: () => void) => Disposable;
  /** Waits a moment, in which an editor writes the rest of what belongs together. */
  readonly pause: () => Promise<unknown>;
}

/**
 * Publishes, and again after changes, until `end`: never twice at the same time, and once for changes that
 * come together. What changes during a run is seen by the next one.
 */
export const followSaves = async (
  { publish, watch, pause }: FollowedFolder,
  end: Promise<unknown>,
): Promise<void> => {
  let hasChanged = false;
  let isOver = false;
  let wake = (): void => {};
  using _watched = watch(() => {
    hasChanged = true;
    wake();
  });
  const over = end.then(() => {
    isOver = true;
  });
  const nextChange = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
      if (hasChanged) resolve();
    });
  while (!isOver) {
    hasChanged = false;
    await publish();
    await Promise.race([nextChange(), over]);
    while (hasChanged && !isOver) {
      hasChanged = false;
      await Promise.race([pause(), over]);
    }
  }
};
