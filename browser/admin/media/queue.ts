/**
 * Uploads one after the other, a few at once: pure of DOM, network and clock, which are ports. An upload that
 * was ended in between is sent again from its beginning; what has arrived of it is not sent twice, because
 * the service tells which parts it has (`packages/client/src/upload.ts`).
 */

export type UploadState =
  | "waiting"
  | "sending"
  /** All bytes have arrived, and the service looks at them. */
  | "finishing"
  | "paused"
  /** The connection is lost; it is tried again by itself. */
  | "lost"
  | "signed out"
  | "refused"
  /** Of an earlier page, whose file has to be chosen again. */
  | "interrupted"
  /** Of an earlier page, whose file may be read once somebody says so. */
  | "needs leave"
  | "done";

export interface Upload<Result> {
  readonly id: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly state: UploadState;
  readonly sentBytes: number;
  /** Why it was refused. */
  readonly problem: string;
  readonly result?: Result;
}

export interface QueuePorts<Result> {
  /** Sends a file. Rejects when the signal ends it, and when it fails. */
  readonly send: (
    upload: Upload<Result>,
    how: { readonly signal: AbortSignal; readonly arrived: (bytes: number) => void },
  ) => Promise<Result>;
  /** What a failure means: a state in which it is tried again, or words why not. */
  readonly failure: (error: unknown) => "lost" | "signed out" | { readonly refused: string };
  /** Calls after a time, unless what it gives is called before. */
  readonly later: (ms: number, call: () => void) => () => void;
  readonly changed: (uploads: readonly Upload<Result>[]) => void;
}

/** Each sends three parts at once. */
const atOnce = 2;
const firstWaitMs = 1_000;
const maxWaitMs = 60_000;

/** What an upload has that nobody sees. */
interface Running {
  readonly end: AbortController;
}

export const uploadQueue = <Result>({ send, failure, later, changed }: QueuePorts<Result>) => {
  let uploads: readonly Upload<Result>[] = [];
  const running = new Map<string, Running>();
  const losses = new Map<string, number>();
  const timers = new Map<string, () => void>();

  const find = (id: string) => uploads.find((upload) => upload.id === id);

  const set = (id: string, part: Partial<Upload<Result>>): void => {
    uploads = uploads.map((upload) => (upload.id === id ? { ...upload, ...part } : upload));
    changed(uploads);
  };

  /** The service tells sessions apart by names and sizes of files, so equal ones are not sent at once. */
  const isLikeRunning = ({ name, sizeBytes }: Upload<Result>): boolean =>
    uploads.some((other) => running.has(other.id) && other.name === name && other.sizeBytes === sizeBytes);

  const go = (): void => {
    for (const upload of uploads) {
      if (running.size >= atOnce) return;
      if (upload.state === "waiting" && !running.has(upload.id) && !isLikeRunning(upload)) void run(upload);
    }
  };

  const run = async (upload: Upload<Result>): Promise<void> => {
    const { id, sizeBytes } = upload;
    const mine: Running = { end: new AbortController() };
    running.set(id, mine);
    const isHeard = () => !mine.end.signal.aborted && find(id) !== undefined;
    let sum = 0;
    set(id, { state: "sending", problem: "" });
    try {
      const result = await send(upload, {
        signal: mine.end.signal,
        arrived: (bytes) => {
          sum += bytes;
          if (!isHeard()) return;
          const sentBytes = Math.min(sizeBytes, Math.max(sum, find(id)?.sentBytes ?? 0));
          set(id, { sentBytes, ...(sum >= sizeBytes && { state: "finishing" }) });
        },
      });
      if (isHeard()) set(id, { state: "done", sentBytes: sizeBytes, result });
    } catch (error) {
      if (isHeard()) fail(id, failure(error));
    }
    // Only now may an equal file be sent: two at once would end in one session.
    running.delete(id);
    go();
  };

  const fail = (id: string, why: ReturnType<typeof failure>): void => {
    set(id, typeof why === "object" ? { state: "refused", problem: why.refused } : { state: why });
    if (why !== "lost") return;
    const count = losses.get(id) ?? 0;
    losses.set(id, count + 1);
    const wait = Math.min(maxWaitMs, firstWaitMs * 2 ** count);
    timers.set(
      id,
      later(wait, () => {
        if (find(id)?.state === "lost") begin(id);
      }),
    );
  };

  const stopWaiting = (id: string): void => {
    timers.get(id)?.();
    timers.delete(id);
  };

  const begin = (id: string): void => {
    stopWaiting(id);
    set(id, { state: "waiting", problem: "" });
    go();
  };

  const isGoing = ({ state }: Upload<Result>): boolean =>
    ["waiting", "sending", "finishing", "lost", "signed out"].includes(state);

  return {
    /** Those that would end with the page. */
    unfinished: (): readonly Upload<Result>[] =>
      uploads.filter((upload) => isGoing(upload) || upload.state === "paused"),
    add: (
      added: Pick<Upload<Result>, "id" | "name" | "sizeBytes">,
      begins: { readonly state: UploadState; readonly problem?: string } = { state: "waiting" },
    ): void => {
      uploads = [...uploads, { sentBytes: 0, problem: "", ...added, ...begins }];
      changed(uploads);
      go();
    },
    pause: (id: string): void => {
      const upload = find(id);
      if (!upload || !isGoing(upload)) return;
      stopWaiting(id);
      set(id, { state: "paused" });
      running.get(id)?.end.abort();
    },
    /** Goes on with one that was paused, lost, refused or interrupted. */
    resume: (id: string): void => {
      const upload = find(id);
      if (!upload || upload.state === "done" || ["waiting", "sending", "finishing"].includes(upload.state))
        return;
      losses.delete(id);
      begin(id);
    },
    /** Ends one, and takes it off the list. */
    cancel: (id: string): void => {
      stopWaiting(id);
      uploads = uploads.filter((upload) => upload.id !== id);
      changed(uploads);
      running.get(id)?.end.abort();
      go();
    },
    /** The connection is back, or somebody has signed in. */
    back: (): void => {
      for (const { id, state } of uploads) if (state === "lost" || state === "signed out") begin(id);
    },
    /** Takes what is done off the list. */
    clear: (): void => {
      uploads = uploads.filter(({ state }) => state !== "done" && state !== "refused");
      changed(uploads);
    },
  };
};
