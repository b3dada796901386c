import { expect, test, vi } from "vitest";
import { clock } from "#lib/clock.ts";
import { onceAllowed } from "#lib/store/once-allowed.ts";

const failing = (name: string, times: number) => {
  let calls = 0;
  return async (): Promise<number> => {
    if (++calls <= times) throw Object.assign(new Error(`not now: ${name}`), { name });
    return calls;
  };
};

const soon = async () => {};

test.each(["AccessDeniedException", "AccessDenied"])("work is done again after %s", async (name) => {
  expect(await onceAllowed(failing(name, 3), soon)).toBe(4);
});

test("other errors end the work at once", async () => {
  await expect(onceAllowed(failing("ValidationException", 1), soon)).rejects.toThrow("not now");
});

test("work that is not allowed after a minute fails", async () => {
  const now = vi.spyOn(clock, "monotonicMs").mockReturnValue(0);
  const pass = async (ms: number) => void now.mockReturnValue(clock.monotonicMs() + ms);
  await expect(onceAllowed(failing("AccessDenied", 1_000), pass)).rejects.toThrow("not now");
  expect(clock.monotonicMs()).toBe(62_000);
  now.mockRestore();
});
