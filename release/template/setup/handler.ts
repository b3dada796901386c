import { setTimeout } from "node:timers/promises";
import { adminFiles } from "./admin-files.ts";
import { firstSnapshot } from "./first-snapshot.ts";
import { proxySecrets } from "./proxy-secrets.ts";
import { releaseRecord } from "./release-record.ts";
import type { AskedOfSetup, SetUp } from "./set-up.ts";
import { settings } from "./settings.ts";
import { signingKeys } from "./signing-keys.ts";
import { whileDenied } from "./while-denied.ts";

const pauseMs = 5_000;

/** By the type of the custom resource. */
const kinds: Readonly<Record<string, SetUp>> = {
  "Custom::LecternSettings": settings,
  "Custom::LecternProxySecrets": proxySecrets,
  "Custom::LecternSigningKeys": signingKeys,
  "Custom::LecternFirstSnapshot": firstSnapshot,
  "Custom::LecternAdminFiles": adminFiles,
  "Custom::LecternReleaseRecord": releaseRecord,
};

interface Request extends AskedOfSetup {
  readonly ResourceType: string;
  readonly ResponseURL: string;
  readonly StackId: string;
  readonly RequestId: string;
  readonly LogicalResourceId: string;
}

/**
 * Does for a stack what CloudFormation has no resources for (decision 124). A failure is told to
 * CloudFormation, which else would wait for an hour; what cannot be removed remains, and never keeps a stack
 * from being deleted.
 */
export const handler = async (request: Request): Promise<void> => {
  const { StackId, RequestId, LogicalResourceId, ResourceType, ResponseURL } = request;
  const told = { StackId, RequestId, LogicalResourceId, PhysicalResourceId: LogicalResourceId };
  const outcome = await doneFor(request, kinds[ResourceType]).then(
    (Data) => ({ Status: "SUCCESS", Data }),
    (error: Error) => {
      console.error(error);
      return request.RequestType === "Delete"
        ? { Status: "SUCCESS" }
        : { Status: "FAILED", Reason: error.message.slice(0, 1_000) };
    },
  );
  const answer = await fetch(ResponseURL, {
    method: "PUT",
    // The address is signed without a type.
    headers: { "content-type": "" },
    body: JSON.stringify({ ...told, ...outcome }),
  });
  if (!answer.ok) throw new Error(`CloudFormation answers ${answer.status}.`);
};

const doneFor = async (
  request: Request,
  kind: SetUp | undefined,
): Promise<Readonly<Record<string, string>>> => {
  if (!kind) throw new Error(`${request.ResourceType} is not known here.`);
  if (request.RequestType !== "Delete")
    return whileDenied(
      () => kind.make(request),
      () => setTimeout(pauseMs),
    );
  await kind.remove?.(request);
  return {};
};
