import type { RefusalCode } from "#lib/refusals/catalogue.ts";

/** A request on its way, the same for both transports. */
export interface Sent {
  readonly routeId: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly params: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

/** A response as both transports give it. */
export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly text: string;
  /** The refusal that this is; over the gateway it is not known. */
  readonly refusal?: RefusalCode | undefined;
}
