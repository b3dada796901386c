import { startEngine } from "#local/engine.ts";

/**
 * Gives a test run one database engine in memory, whose address every test file finds in DYNAMODB_ENDPOINT.
 *
 * Starts nothing where that is set already, so the same tests run against another engine.
 */
export const setup = async (): Promise<(() => Promise<void>) | undefined> => {
  if (process.env.DYNAMODB_ENDPOINT) return undefined;
  const engine = await startEngine();
  process.env.DYNAMODB_ENDPOINT = engine.endpoint;
  return engine.stop;
};
