/**
 * What a read gives. One that an error of SQLite ends is done once more: databases hold what can be had
 * again, and what is found to be damaged is made anew by the next read.
 */
export const readAgain = async <Value>(read: () => Promise<Value> | Value): Promise<Value> => {
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException | null)?.code !== "ERR_SQLITE_ERROR") throw error;
    return await read();
  }
};
