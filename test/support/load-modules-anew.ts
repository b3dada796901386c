import { vi } from "vitest";

/**
 * Loads modules that are imported from now on again, as in another process, with a connection of their own to
 * the table of the test file: modules know the errors of a table by their own classes.
 */
export const loadModulesAnew = async (): Promise<void> => {
  vi.resetModules();
  if (process.env.DYNAMODB_ENDPOINT) return;
  const [{ useTableStore }, { tableOfFile }] = await Promise.all([
    import("#lib/store/table-store.ts"),
    import("./table-of-file.ts"),
  ]);
  useTableStore(tableOfFile);
};
