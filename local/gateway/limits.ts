/**
 * The limits of API Gateway's HTTP APIs and of Lambda. Source: AWS, "Quotas for HTTP APIs" and "Lambda
 * quotas".
 */
export const gatewayLimits = {
  /** Request line and headers together. */
  headBytes: 10_240,
  /** The time that API Gateway waits for a function. */
  integrationMs: 30_000,
  /** The size of an event, and of a result. */
  lambdaBytes: 6_291_556,
} as const;

/** The times that a client may take. On AWS CloudFront and API Gateway set them. */
export interface ClientLimits {
  /** The time for the head of a request. */
  readonly headMs: number;
  /** The time for a body or an answer while nothing of it moves. */
  readonly timeoutMs: number;
  /** The same limit while more than half of all connections are open. */
  readonly crowdedTimeoutMs: number;
  /** The time that each byte that moves gives back to the client. */
  readonly msPerByte: number;
  /** The pause between checks of clients. */
  readonly checkMs: number;
}

/** A byte a millisecond is a very slow line; browsers open connections seconds before they use them. */
export const clientLimits: ClientLimits = {
  headMs: 30_000,
  timeoutMs: 60_000,
  crowdedTimeoutMs: 10_000,
  msPerByte: 1,
  checkMs: 5_000,
};

/** The parts of an event beside the body: the head, up to three times, and the context. */
const aroundBodyBytes = 3 * gatewayLimits.headBytes;

/** The largest body that fits into an event. Base64 adds a third: some 4.5 MB of files remain. */
export const maxBodyBytes = Math.floor((gatewayLimits.lambdaBytes - aroundBodyBytes) / 4) * 3;
