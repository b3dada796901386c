import { setTimeout as sleep } from "node:timers/promises";
import type { Client, RetryOptions } from "#cli/publish/client.ts";
import { presignParts } from "#lib/routes/editor-uploads.ts";
import { PlainError } from "#local/plain-error.ts";

/** A part with its content. */
export interface PartToSend {
  readonly number: number;
  readonly sha256: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

/** No wait is longer. */
const maxWaitMs = 15_000;

/** How long a part may take to be sent. */
const partTimeoutMs = 600_000;

/**
 * Sends a part of an upload. What the network or the store fails at is tried again with growing pauses, each
 * time by a request of its own, for about a minute. Throws a `PlainError` after that, and at once when the
 * store refuses the part.
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
    // 400: the part was damaged on its way; 404: the upload is over, as the service will say.
    // A disk that is full does not get emptier within seconds.
    const isServerAtFault = response.status >= 500 && response.status !== 507;
    const isPassing = isServerAtFault || [400, 404, 408, 429].includes(response.status);
    return { reason: `the file store answered ${response.status}`, isPassing };
  } catch (error) {
    const { cause } = error as Error;
    return { reason: cause instanceof Error ? cause.message : (error as Error).message, isPassing: true };
  }
};
