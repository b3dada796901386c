import { clock } from "#lib/clock.ts";
import { guarded } from "#lib/guarded.ts";

/** The signals that end the service, that of a closed terminal too. */
const endSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

type EndSignal = (typeof endSignals)[number];

/** Ctrl-C reaches each program of a terminal, and npm passes it on: what comes so soon is the same signal. */
const sameSignalMs = 1_000;

/** The interval at which a service that npm has started checks that npm still runs. */
const lookMs = 1_000;

/** The part of a process that is needed here, so that tests need not end theirs. */
export interface EndingProcess {
  readonly ppid: number;
  readonly pid: number;
  readonly on: (signal: EndSignal, listener: (signal: EndSignal) => void) => unknown;
  readonly off: (signal: EndSignal, listener: (signal: EndSignal) => void) => unknown;
  readonly kill: (pid: number, signal: EndSignal) => unknown;
}

/**
 * Resolves when somebody ends the program by a signal, or has ended the npm that started it by one that
 * nobody can pass on (`kill -9`). A second signal ends the process at once.
 */
export const untilEnded = (byNpm: boolean, own: EndingProcess = process): Promise<void> =>
  new Promise((resolve) => {
    let firstMs: number | undefined;
    const hear = guarded((signal: EndSignal) => {
      const nowMs = clock.monotonicMs();
      firstMs ??= nowMs;
      resolve();
      if (nowMs - firstMs < sameSignalMs) return;
      for (const each of endSignals) own.off(each, hear);
      own.kill(own.pid, signal);
    });
    for (const signal of endSignals) own.on(signal, hear);
    if (byNpm) afterNpm(own, resolve);
  });

/** The parent of a process whose parent has gone is another one. Windows has no such rule. */
const afterNpm = (own: EndingProcess, resolve: () => void): void => {
  const npm = own.ppid;
  const look = () => {
    if (own.ppid === npm) return;
    clearInterval(timer);
    resolve();
  };
  const timer = setInterval(guarded(look), lookMs).unref();
};
