/**
 * The quotas of API Gateway HTTP APIs and of Lambda that a request can meet. Bytes and milliseconds.
 * Source: AWS, "Quotas for HTTP APIs" and "Lambda quotas".
 */
export const gatewayLimits = {
  /** Request line and headers together. */
  headBytes: 10_240,
  /** How long API Gateway waits for an integration. */
  integrationMs: 30_000,
  /** What Lambda takes as an event, and what it gives back. */
  lambdaBytes: 6_291_556,
} as const;

/**
 * Room in an event for everything but its body: the head, which appears in it up to three times, and the
 * context.
 */
const aroundBodyBytes = 3 * gatewayLimits.headBytes;

/**
 * The largest body that fits into an event. Base64 takes four characters for three bytes, hence some 4.5 MB
 * of files.
 */
export const largestBodyBytes = Math.floor((gatewayLimits.lambdaBytes - aroundBodyBytes) / 4) * 3;
