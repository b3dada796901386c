/** Repeats a read once if SQLite failed: its files are copies, and the next read replaces a damaged one. */
export const readAgain = async <Value>(read: () => Promise<Value> | Value): Promise<Value> => {
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException | null)?.code !== "ERR_SQLITE_ERROR") throw error;
    return await read();
  }
};
