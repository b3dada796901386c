/** The first error, if cleaning up failed, too. */
export const firstError = (error: unknown): unknown =>
  error instanceof SuppressedError ? firstError(error.suppressed) : error;
