/** Of API Gateway HTTP APIs and Lambda. Source: AWS, "Quotas for HTTP APIs" and "Lambda quotas". */
export const gatewayLimits = {
  /** Request line and headers together. */
  headBytes: 10_240,
  /** How long API Gateway waits for a function. */
  integrationMs: 30_000,
  /** The size of an event, and of a result. */
  lambdaBytes: 6_291_556,
} as const;

/** The parts of an event beside the body: the head, up to three times, and the context. */
const aroundBodyBytes = 3 * gatewayLimits.headBytes;

/** The largest body that fits into an event. Base64 adds a third: some 4.5 MB of files remain. */
export const largestBodyBytes = Math.floor((gatewayLimits.lambdaBytes - aroundBodyBytes) / 4) * 3;
