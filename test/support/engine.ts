import { startEngine } from "#local/engine.ts";

/**
 * Starts one database engine in memory for the test run, and puts its address into DYNAMODB_ENDPOINT. If that
 * is set already, the tests use that engine.
 */
export const setup = async (): Promise<(() => Promise<void>) | undefined> => {
  if (process.env.DYNAMODB_ENDPOINT) return undefined;
  const engine = await startEngine();
  process.env.DYNAMODB_ENDPOINT = engine.endpoint;
  return engine.stop;
};
