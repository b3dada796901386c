import { setTimeout as sleep } from "node:timers/promises";
import type { Client, RetryOptions } from "#cli/publish/client.ts";
import { presignParts } from "#lib/routes/editor-uploads.ts";
import { PlainError } from "#local/plain-error.ts";

export interface PartToSend {
  readonly number: number;
  readonly sha256: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

const maxWaitMs = 15_000;

const partTimeoutMs = 600_000;

/**
 * Sends a part of an upload. Retries failures of the network and the store, with a new presigned request each
 * time, for about a minute. Throws a `PlainError` after that, and at once if the store refuses the part.
 */
export const sendPart = async (
  client: Client,
  uploadId: number,
  { number, sha256, content }: PartToSend,
  { attempts = 9, firstWaitMs = 200, onWait }: RetryOptions = {},
): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    const { parts } = await client(presignParts, {
      params: { id: uploadId },
      body: { parts: [{ number, sha256 }] },
    });
    const failure = await put(parts[0]!, content);
    if (!failure) return;
    if (!failure.isPassing || attempt >= attempts)
      throw new PlainError(`Part ${number} could not be sent (${failure.reason}); run the command again.`);
    const waitMs = Math.min(firstWaitMs * 2 ** (attempt - 1), maxWaitMs) * (1 - Math.random() / 2);
    onWait?.(failure.reason, waitMs);
    await sleep(waitMs);
  }
};

interface Failure {
  readonly reason: string;
  readonly isPassing: boolean;
}

const put = async (
  { method, url, headers }: { readonly method: string; readonly url: string; readonly headers: HeadersInit },
  body: Uint8Array<ArrayBuffer>,
): Promise<Failure | undefined> => {
  try {
    const signal = AbortSignal.timeout(partTimeoutMs);
    const response = await fetch(url, { method, headers, body, signal, redirect: "error" });
    await response.arrayBuffer();
    if (response.ok) return undefined;
    // 400: damaged on its way. 404: the upload is over. 507: a full disk is not freed within seconds.
    const isServerAtFault = response.status >= 500 && response.status !== 507;
    const isPassing = isServerAtFault || [400, 404, 408, 429].includes(response.status);
    return { reason: `the file store answered ${response.status}`, isPassing };
  } catch (error) {
    const { cause } = error as Error;
    return { reason: cause instanceof Error ? cause.message : (error as Error).message, isPassing: true };
  }
};
