import type { ServerResponse } from "node:http";
import type { Deployment } from "#release/synthesis/synthesize.ts";
import type { Statement } from "../deployed.ts";
import type { Functions } from "../functions/functions.ts";
import type { PublishedFunctions } from "../functions/published.ts";
import type { RunLedger } from "../ledger.ts";
import type { Certificate } from "./certificate.ts";
import type { Asked } from "./policies.ts";
import type { RoleSession, RoleSessions } from "./role-sessions.ts";
import type { SignedRequest } from "./signature.ts";

export interface AwsOptions {
  /** The resources that the stage has now. */
  readonly deployment: Deployment;
  readonly sessions: RoleSessions;
  readonly ledger: RunLedger;
  readonly certificate: Certificate;
  /** The address of the DynamoDB engine. */
  readonly tableEndpoint: string;
  readonly files: FilesBehind;
  readonly functions: () => Functions;
  readonly published: PublishedFunctions;
  /** Of Systems Manager, beside those of the deployment, by name. */
  readonly parameters: Map<string, string>;
  /** Answers requests to the API's own address, which come from functions. */
  readonly answerApi: (request: SignedRequest, response: ServerResponse) => Promise<void>;
  /** Changes a role's policies, to show that a run fails with them. */
  readonly changeStatements?: (statements: readonly Statement[]) => readonly Statement[];
}

/** The bucket on the S3 server behind. */
export interface FilesBehind {
  readonly endpoint: string;
  readonly bucket: () => string;
}

/** A request with a right signature. */
export interface AwsRequest extends SignedRequest {
  readonly session: RoleSession;
  readonly response: ServerResponse;
  readonly options: AwsOptions;
  /** True if the caller's role allows all this; false is noted as a finding. */
  readonly may: (...asked: readonly Asked[]) => boolean;
}
