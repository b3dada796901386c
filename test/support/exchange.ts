import type { RefusalCode } from "#lib/refusals/catalogue.ts";

/** A request, for both transports. */
export interface Sent {
  readonly routeId: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly params: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

/** A response, from both transports. */
export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly text: string;
  /** Unknown over the gateway. */
  readonly refusal?: RefusalCode | undefined;
}
