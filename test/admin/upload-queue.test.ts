import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Upload, uploadQueue } from "../../browser/admin/media/queue.ts";

const partBytes = 10;

interface Attempt {
  readonly id: string;
  readonly signal: AbortSignal;
  readonly arrived: (bytes: number) => void;
  readonly done: (result: string) => void;
  readonly failed: (error: unknown) => void;
}

/** A queue on a model of the service: a test says when parts arrive, and when the connection is there. */
const worldOf = () => {
  const attempts = new Map<string, Attempt>();
  const timers = new Map<() => void, number>();
  /** How often each part of a file was sent. */
  const sent = new Map<string, number>();
  const atOnce: number[] = [];
  const twins: string[] = [];
  let isOnline = true;
  let shown: readonly Upload<string>[] = [];
  const queue = uploadQueue<string>({
    send: ({ id, name, sizeBytes }, { signal, arrived }) =>
      new Promise((done, failed) => {
        if (!isOnline) return failed("lost");
        for (const other of attempts.values()) {
          const twin = shown.find((each) => each.id === other.id);
          if (twin?.name === name && twin.sizeBytes === sizeBytes) twins.push(id);
        }
        attempts.set(id, { id, signal, arrived, done, failed });
        atOnce.push(attempts.size);
        // What has arrived before is known at once, and not sent again.
        for (let part = 0; part < sizeBytes / partBytes; part++)
          if (sent.has(`${id} ${part}`)) arrived(partBytes);
        signal.addEventListener("abort", () => {
          attempts.delete(id);
          failed(signal.reason);
        });
      }),
    failure: (error) =>
      error === "lost" || error === "signed out" ? error : { refused: `No: ${String(error)}` },
    later: (ms, call) => {
      timers.set(call, ms);
      return () => timers.delete(call);
    },
    changed: (uploads) => {
      shown = uploads;
    },
  });
  const settle = async () => {
    for (let turn = 0; turn < 8; turn++) await Promise.resolve();
  };
  /** The next part of a running file arrives; with its last one, the file is done. */
  const step = (id: string): void => {
    const attempt = attempts.get(id);
    const upload = shown.find((each) => each.id === id);
    if (!attempt || !upload) return;
    const parts = upload.sizeBytes / partBytes;
    const part = Array.from({ length: parts }, (_, index) => index).find(
      (index) => !sent.has(`${id} ${index}`),
    );
    if (part !== undefined) {
      sent.set(`${id} ${part}`, (sent.get(`${id} ${part}`) ?? 0) + 1);
      attempt.arrived(partBytes);
      return;
    }
    attempts.delete(id);
    attempt.done(`object of ${id}`);
  };
  return {
    queue,
    sent,
    timers,
    atOnce,
    twins,
    settle,
    step,
    running: () => [...attempts.keys()],
    uploads: () => shown,
    stateOf: (id: string) => shown.find((each) => each.id === id)?.state,
    fail: (id: string, error: unknown) => {
      const attempt = attempts.get(id);
      attempts.delete(id);
      attempt?.failed(error);
    },
    go: (online: boolean) => {
      isOnline = online;
      if (online) return queue.back();
      for (const { id, failed } of [...attempts.values()]) {
        attempts.delete(id);
        failed("lost");
      }
    },
    fireTimers: () => {
      for (const call of [...timers.keys()]) {
        timers.delete(call);
        call();
      }
    },
  };
};

const file = (id: string, parts = 3, name = id) => ({ id, name, sizeBytes: parts * partBytes });

describe("a queue of uploads", () => {
  test("sends two at once, shows what has arrived, and gives what became of each", async () => {
    const world = worldOf();
    for (const id of ["a", "b", "c"]) world.queue.add(file(id));
    expect(world.running()).toEqual(["a", "b"]);
    expect(world.stateOf("c")).toBe("waiting");
    world.step("a");
    expect(world.uploads()[0]).toMatchObject({ state: "sending", sentBytes: 10 });
    world.step("a");
    world.step("a");
    expect(world.stateOf("a")).toBe("finishing");
    world.step("a");
    await world.settle();
    expect(world.uploads()[0]).toMatchObject({ state: "done", sentBytes: 30, result: "object of a" });
    expect(world.running()).toEqual(["b", "c"]);
    expect(world.queue.unfinished().map(({ id }) => id)).toEqual(["b", "c"]);
  });

  test("stops one that is paused, and goes on with it where it was", async () => {
    const world = worldOf();
    world.queue.add(file("a"));
    world.step("a");
    world.queue.pause("a");
    await world.settle();
    expect([world.stateOf("a"), world.running()]).toEqual(["paused", []]);
    world.queue.back();
    expect(world.running()).toEqual([]);
    world.queue.resume("a");
    expect(world.uploads()[0]).toMatchObject({ state: "sending", sentBytes: 10 });
    for (let part = 0; part < 3; part++) world.step("a");
    await world.settle();
    expect(world.stateOf("a")).toBe("done");
    expect([...world.sent.values()]).toEqual([1, 1, 1]);
  });

  test("tries one again by itself after a lost connection, after longer and longer waits, and at once when it is back", async () => {
    const world = worldOf();
    world.queue.add(file("a"));
    world.go(false);
    await world.settle();
    expect(world.stateOf("a")).toBe("lost");
    const waits: number[] = [];
    for (let turn = 0; turn < 8; turn++) {
      waits.push(...world.timers.values());
      world.fireTimers();
      await world.settle();
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1_000));
    world.go(true);
    await world.settle();
    expect([world.stateOf("a"), world.timers.size]).toEqual(["sending", 0]);
  });

  test("waits for a sign-in, and for nothing else", async () => {
    const world = worldOf();
    world.queue.add(file("a"));
    world.fail("a", "signed out");
    await world.settle();
    expect([world.stateOf("a"), world.timers.size]).toEqual(["signed out", 0]);
    world.queue.back();
    await world.settle();
    expect(world.stateOf("a")).toBe("sending");
  });

  test("says why one was refused, goes on with the others, and tries it again when asked", async () => {
    const world = worldOf();
    for (const id of ["a", "b", "c"]) world.queue.add(file(id));
    world.fail("a", "too large");
    await world.settle();
    expect(world.uploads()[0]).toMatchObject({ state: "refused", problem: "No: too large" });
    expect(world.running()).toEqual(["b", "c"]);
    world.queue.back();
    expect(world.stateOf("a")).toBe("refused");
    world.queue.cancel("b");
    world.queue.resume("a");
    await world.settle();
    expect(world.running().sort()).toEqual(["a", "c"]);
  });

  test("does not send two files of one name and size at once, because the service takes them for one", async () => {
    const world = worldOf();
    world.queue.add(file("a", 2, "IMG_1.jpg"));
    world.queue.add(file("b", 2, "IMG_1.jpg"));
    world.queue.add(file("c", 3, "IMG_1.jpg"));
    expect(world.running()).toEqual(["a", "c"]);
    for (let part = 0; part < 3; part++) world.step("a");
    await world.settle();
    expect(world.running()).toEqual(["c", "b"]);
  });

  test("keeps one of an earlier page until its file is there again", async () => {
    const world = worldOf();
    world.queue.add(file("a"), { state: "interrupted" });
    world.queue.back();
    expect([world.stateOf("a"), world.queue.unfinished()]).toEqual(["interrupted", []]);
    world.queue.resume("a");
    expect(world.stateOf("a")).toBe("sending");
  });

  test("forgets what is cancelled, whatever comes of it later", async () => {
    const world = worldOf();
    world.queue.add(file("a"));
    world.step("a");
    world.queue.cancel("a");
    await world.settle();
    expect([world.uploads(), world.running()]).toEqual([[], []]);
  });

  const ids = ["a", "b", "c", "d", "e"];
  const one = fc.constantFrom(...ids);
  const act = fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant("step" as const), id: one }) },
    fc.record({ do: fc.constantFrom("add", "pause", "resume", "cancel", "refuse", "sign out"), id: one }),
    fc.record({ do: fc.constantFrom("offline", "online", "time"), id: one }),
  );

  test("ends, after any history, with every file that was not cancelled done, and no part sent twice", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 60 }), async (acts) => {
        const world = worldOf();
        const added = new Set<string>();
        const cancelled = new Set<string>();
        for (const { do: what, id } of acts) {
          if (what === "add" && !added.has(id)) {
            added.add(id);
            world.queue.add(ids.indexOf(id) < 2 ? file(id, 2, "twin") : file(id, ids.indexOf(id)));
          } else if (what === "step") world.step(id);
          else if (what === "pause" || what === "resume") world.queue[what](id);
          else if (what === "cancel") {
            if (added.has(id)) cancelled.add(id);
            world.queue.cancel(id);
          } else if (what === "refuse") world.fail(id, "no");
          else if (what === "sign out") world.fail(id, "signed out");
          else if (what === "offline" || what === "online") world.go(what === "online");
          else if (what === "time") world.fireTimers();
          const paused = world.uploads().filter(({ state }) => state === "paused");
          await world.settle();
          for (const upload of paused) {
            expect(world.running()).not.toContain(upload.id);
            expect(world.stateOf(upload.id)).toBe("paused");
          }
        }
        world.go(true);
        for (const id of added) world.queue.resume(id);
        for (let turn = 0; turn < 40; turn++) {
          for (const id of world.running()) world.step(id);
          await world.settle();
        }
        const left = [...added].filter((id) => !cancelled.has(id));
        expect(world.uploads().map(({ id, state }) => [id, state])).toEqual(left.map((id) => [id, "done"]));
        expect(world.queue.unfinished()).toEqual([]);
        expect(Math.max(0, ...world.atOnce)).toBeLessThanOrEqual(2);
        expect(world.twins).toEqual([]);
        expect(new Set(world.sent.values()).size).toBeLessThanOrEqual(1);
      }),
      { numRuns: 300 },
    );
  });
});
