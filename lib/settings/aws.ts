import { variable } from "./environment.ts";

/** What it takes to sign a request to AWS. */
export interface AwsAccess {
  readonly region: string;
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
}

/** Credentials that engines on this machine accept; they open nothing else. */
export const localCredentials = { accessKeyId: "local", secretAccessKey: "local" };

/** Regions whose endpoints end in `amazonaws.com`: those of three parts outside China. */
const plainRegion = /^(?!cn-)[a-z]+-[a-z]+-\d+$/;

/**
 * The region and credentials of a Lambda. Elsewhere both may come from files and services that only the SDK
 * knows how to ask.
 */
export const lambdaAccess = (): AwsAccess | undefined => {
  const region = variable("AWS_REGION");
  const accessKeyId = variable("AWS_ACCESS_KEY_ID");
  const secretAccessKey = variable("AWS_SECRET_ACCESS_KEY");
  const sessionToken = variable("AWS_SESSION_TOKEN");
  const isOrdinary = variable("AWS_LAMBDA_FUNCTION_NAME") && !variable("AWS_ENDPOINT_URL");
  if (!isOrdinary || !region || !plainRegion.test(region)) return undefined;
  if (!accessKeyId || !secretAccessKey || !sessionToken) return undefined;
  return { region, credentials: { accessKeyId, secretAccessKey, sessionToken } };
};
