/** What went wrong first, where ending what had begun went wrong, too. */
export const firstError = (error: unknown): unknown =>
  error instanceof SuppressedError ? firstError(error.suppressed) : error;
