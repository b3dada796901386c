/**
 * Waits until all have ended, since nothing that a request begins may outlive it. Then gives their values, or
 * throws what the first of the list that failed has thrown: the order of refusals is that of the list.
 */
export const settledInOrder = async <const Work extends readonly unknown[]>(
  work: Work,
): Promise<{ -readonly [Index in keyof Work]: Awaited<Work[Index]> }> => {
  await Promise.allSettled(work);
  return Promise.all(work);
};
