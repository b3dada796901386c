const attempts = 7;

/**
 * Does something again while AWS denies it, with a pause before each: the rights of a new role need some
 * seconds until every service knows them, and a stack would fail for that.
 */
export const whileDenied = async <Value>(
  action: () => Promise<Value>,
  pause: () => Promise<unknown>,
): Promise<Value> => {
  for (let left = attempts - 1; ; left--)
    try {
      return await action();
    } catch (error) {
      if (left === 0 || !(error as Error).name.startsWith("AccessDenied")) throw error;
      await pause();
    }
};
