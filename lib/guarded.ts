import { logError } from "./log.ts";

/**
 * A callback for a timer or a listener, which nobody waits for. What it throws, or its promise is rejected
 * with, goes to the log or to `onError`. It would end the process otherwise.
 */
export const guarded =
  <Args extends readonly unknown[]>(
    callback: (...args: Args) => unknown,
    onError: (error: Error) => void = logError,
  ): ((...args: Args) => void) =>
  (...args) => {
    try {
      const result = callback(...args);
      if (result instanceof Promise) result.catch(onError);
    } catch (error) {
      onError(error as Error);
    }
  };
