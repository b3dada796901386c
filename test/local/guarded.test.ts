import { EventEmitter } from "node:events";
import { afterEach, expect, test, vi } from "vitest";
import { guarded } from "#lib/guarded.ts";
import { log } from "#lib/log.ts";
import { bareCallbacks, lateCalls } from "#test/support/callbacks.ts";
import { sourcesBelow } from "#test/support/sources.ts";

afterEach(() => vi.restoreAllMocks());

test("what a listener throws, or its promise is rejected with, is in the log, and the next is called", async () => {
  const logged = vi.spyOn(log, "write").mockReturnValue();
  const emitter = new EventEmitter();
  const heard: string[] = [];
  const fail = () => {
    throw new Error("It failed at once.");
  };
  emitter.on("bird", guarded(fail));
  emitter.on(
    "bird",
    guarded(async () => Promise.reject(new Error("It failed later."))),
  );
  emitter.on(
    "bird",
    guarded((name: string) => heard.push(name)),
  );
  emitter.emit("bird", "otter");
  await expect.poll(() => logged).toHaveBeenCalledTimes(2);
  expect(heard).toEqual(["otter"]);
  const errors = logged.mock.calls.map(([level, { error }]) => `${level} ${String(error).split("\n")[0]}`);
  expect(errors).toEqual(["error Error: It failed at once.", "error Error: It failed later."]);
});

test("who waits for a listener hears what it throws", async () => {
  const failing = new Promise((_, reject) => {
    guarded(() => {
      throw new Error("It failed.");
    }, reject)();
  });
  await expect(failing).rejects.toThrow("It failed.");
});

/** Scripts of pages, as texts. */
const isOfBrowsers = (path: string): boolean => path === "lib/themes/script-texts.ts";

/** Its callers' functions are looked at instead. */
const isTheClock = (path: string): boolean => path === "lib/clock.ts";

test("no timer and no listener of the service can end it by an error", () => {
  const sources = sourcesBelow("functions", "layers", "lib", "local").filter(
    ({ path }) => !isOfBrowsers(path) && !isTheClock(path),
  );
  const bare = sources.flatMap(({ path, code }) => bareCallbacks(code).map((text) => `${path}: ${text}`));
  expect(bare).toEqual([]);
  expect(sources.flatMap(({ code }) => lateCalls(code)).length).toBeGreaterThan(50);
});

test.each([
  "setInterval(look, 1_000)",
  "const timer = setTimeout(() => sent.destroy(), 5);",
  'request.on("data", keep);',
  'response.once(\n  "close",\n  () => forget(a, [b, c]),\n)',
  'signal.addEventListener("abort", () => reject(signal.reason), { once: true });',
  'process.on("disconnect", () => process.exit(1))',
  "clock.after(leftMs, () => late.reject(new EngineFault(text)))",
  "setImmediate(() => {\n  held = undefined;\n});",
  "http.createServer((request, response) => response.end())",
  "const sent = request(url, { method }, (response) => response.resume());",
])("%s is found", (code) => {
  expect(bareCallbacks(code)).toHaveLength(1);
});

test.each([
  "setInterval(guarded(look), 1_000)",
  'request.on("data", guarded(keep, reject));',
  'sent.on("error", reject);',
  'guard.on("error", () => {});',
  'const kill = guarded(() => child.kill());\nsignal.addEventListener("abort", kill);',
  "await once(server.listen(0, host), listening)",
  "request.on(name)",
  "const wait = (ms) => pause(ms);",
])("%s cannot throw unseen", (code) => {
  expect(bareCallbacks(code)).toEqual([]);
});
