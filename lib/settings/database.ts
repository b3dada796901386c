import { type AwsAccess, lambdaAccess, localCredentials } from "./aws.ts";
import { variable } from "./environment.ts";

/** Where DynamoDB answers, and the credentials that it takes there. */
export interface DatabaseAccess extends AwsAccess {
  readonly endpoint: string;
}

/** The one table. */
export const tableName = (): string => variable("TABLE_NAME") ?? "lectern";

/**
 * Options of the DynamoDB client: an engine's endpoint where `DYNAMODB_ENDPOINT` names one, else nothing,
 * and the SDK finds AWS.
 */
export const databaseConnection = (): Partial<DatabaseAccess> => engineAccess() ?? {};

/**
 * What it takes to sign a request to DynamoDB without the SDK: beside an engine and in a Lambda; elsewhere
 * undefined.
 */
export const databaseAccess = (): DatabaseAccess | undefined => {
  const access = lambdaAccess();
  return (
    engineAccess() ?? (access && { endpoint: `https://dynamodb.${access.region}.amazonaws.com`, ...access })
  );
};

const engineAccess = (): DatabaseAccess | undefined => {
  const endpoint = variable("DYNAMODB_ENDPOINT");
  return endpoint ? { endpoint, region: "us-east-1", credentials: localCredentials } : undefined;
};
