import { type AwsAccess, lambdaAccess, localCredentials } from "./aws.ts";
import { variable } from "./environment.ts";

export interface DatabaseAccess extends AwsAccess {
  readonly endpoint: string;
}

export const tableName = (): string => variable("TABLE_NAME") ?? "lectern";

export const databaseConnection = (): Partial<DatabaseAccess> => engineAccess() ?? {};

/** For requests to DynamoDB without the SDK; undefined unless there is an engine, or this is a Lambda. */
export const databaseAccess = (): DatabaseAccess | undefined => {
  const access = lambdaAccess();
  return (
    engineAccess() ?? (access && { endpoint: `https://dynamodb.${access.region}.amazonaws.com`, ...access })
  );
};

/** The engine of `DYNAMODB_ENDPOINT`; undefined for DynamoDB itself. */
export const engineAccess = (): DatabaseAccess | undefined => {
  const endpoint = variable("DYNAMODB_ENDPOINT");
  return endpoint ? { endpoint, region: "us-east-1", credentials: localCredentials } : undefined;
};
