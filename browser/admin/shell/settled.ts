import { useEffect } from "preact/hooks";

/**
 * Does something once its inputs have stayed the same for a moment, such as a request for what somebody types.
 * `isPast` becomes true when they change: an answer that comes then is of no use.
 */
export const useSettled = (
  work: (isPast: () => boolean) => unknown,
  inputs: readonly unknown[],
  ms = 150,
): void => {
  useEffect(() => {
    let hasPassed = false;
    const timer = setTimeout(() => void work(() => hasPassed), ms);
    return () => {
      hasPassed = true;
      clearTimeout(timer);
    };
  }, [...inputs]);
};
