/**
 * Loaded into a service before its own code. When the parent process says "begin", it profiles the service
 * and notes when the event loop came late; at "end" it answers with what held it. Nothing runs in between.
 */
import { Session } from "node:inspector/promises";
import { clock } from "#bench/lectern/tools.ts";
import { type Hold, holdsIn, type Span } from "./holds.ts";

/** What the loop is asked to do again and again. */
const beatMs = 2;

/** Shorter holds are the work of requests. */
export const minHoldMs = 5;

const sampleMicroseconds = 500;

const project = new URL("../../../../", import.meta.url).href;

interface Watch {
  readonly session: Session;
  readonly spans: Span[];
  readonly stop: () => void;
}

const begin = async (): Promise<Watch> => {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: sampleMicroseconds });
  const startedAtMs = clock.monotonicMs();
  await session.post("Profiler.start");
  const spans: Span[] = [];
  let lastMs = clock.monotonicMs() - startedAtMs;
  const beat = setInterval(() => {
    const nowMs = clock.monotonicMs() - startedAtMs;
    if (nowMs - lastMs >= beatMs + minHoldMs) spans.push({ fromMs: lastMs, toMs: nowMs });
    lastMs = nowMs;
  }, beatMs);
  return { session, spans, stop: () => clearInterval(beat) };
};

const end = async ({ session, spans, stop }: Watch): Promise<readonly Hold[]> => {
  stop();
  const { profile } = await session.post("Profiler.stop");
  session.disconnect();
  return holdsIn(profile, spans, project);
};

let watch: Watch | undefined;

process.on("message", async (message) => {
  if (message === "begin") {
    watch = await begin();
    process.send?.("begun");
  } else if (watch) {
    process.send?.(await end(watch));
    watch = undefined;
  }
});
// The service ends when it is told to, not when the parent process lets go.
process.channel?.unref();
