import type { AwsAccess } from "#lib/aws-signature.ts";
import { variable } from "./environment.ts";

/** Credentials for database engines on this machine, which accept any. */
export const localCredentials = { accessKeyId: "local", secretAccessKey: "local" };

/** X-Ray's header of the request that a Lambda is at, which it passes on in its own requests to AWS. */
export const traceHeader = (): string | undefined =>
  variable("AWS_LAMBDA_FUNCTION_NAME") && variable("_X_AMZN_TRACE_ID");

/** `DISTRIBUTION_ID`: the site's CloudFront, where it may keep pages, or where its logs are counted. */
export const distributionId = (): string | undefined => variable("DISTRIBUTION_ID");

/** Regions whose endpoints end in `amazonaws.com`: those of three parts outside China. */
const plainRegion = /^(?!cn-)[a-z]+-[a-z]+-\d+$/;

/** The region and credentials of a Lambda. Elsewhere only the SDK knows where to find them. */
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
