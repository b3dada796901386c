import type { AwsAccess } from "#lib/aws-signature.ts";
import { lambdaAccess, localCredentials } from "./aws.ts";
import { variable } from "./environment.ts";

export interface DatabaseAccess extends AwsAccess {
  readonly endpoint: string;
  /** True if it checks signatures. */
  readonly checksSignatures: boolean;
}

export const tableName = (): string => variable("TABLE_NAME") ?? "lectern";

export const databaseConnection = (): Partial<DatabaseAccess> => engineAccess() ?? {};

/**
 * The address and credentials for requests to DynamoDB without the SDK; undefined unless there is an engine,
 * or this is a Lambda.
 */
export const databaseAccess = (): DatabaseAccess | undefined => {
  const engine = engineAccess();
  if (engine) return engine;
  const access = lambdaAccess();
  return (
    access && {
      endpoint: `https://dynamodb.${access.region}.amazonaws.com`,
      checksSignatures: true,
      ...access,
    }
  );
};

/** The engine of `DYNAMODB_ENDPOINT`; undefined for DynamoDB itself. */
export const engineAccess = (): DatabaseAccess | undefined => {
  const endpoint = variable("DYNAMODB_ENDPOINT");
  if (!endpoint) return undefined;
  return { endpoint, checksSignatures: false, region: "us-east-1", credentials: localCredentials };
};
