import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { clock } from "#lib/clock.ts";
import { guarded } from "#lib/guarded.ts";
import type { DayCount, LeastBytes } from "#lib/statistics/day-count.ts";
import { minBytesIn } from "#lib/statistics/min-bytes.ts";
import { type SentAnswer, subjectOf } from "#lib/statistics/subject.ts";
import { utcDayOf } from "#lib/statistics/totals.ts";
import type { GatewayAnswer } from "#local/gateway/answer.ts";
import { DayTotals } from "./day-totals.ts";
import { watchAnswer } from "./watch-answer.ts";

export interface RequestCounter {
  /** Counts a request when its answer has been sent, or its client has gone. */
  readonly watch: (request: IncomingMessage, response: ServerResponse, answer: GatewayAnswer) => void;
  /** Stores what has changed since the last time. */
  readonly store: () => Promise<void>;
}

interface CountedDay {
  readonly count: DayCount;
  readonly totals: DayTotals;
}

/** Imported for the first request: its list of programs takes a tenth of a second to read. */
const loadDayCount = async () => (await import("#lib/statistics/day-count.ts")).DayCount;

/** Counts what one machine answers. A day's hashes and its salt are forgotten when its totals are stored. */
export const requestCounter = (): RequestCounter => {
  let counter: ReturnType<typeof loadDayCount> | undefined;
  const days = new Map<string, CountedDay>();
  const dayNow = () => utcDayOf(clock.now());
  const add = async (record: SentAnswer) => {
    const day = dayNow();
    counter ??= loadDayCount();
    const Count = await counter;
    const counted = days.get(day) ?? { count: new Count(), totals: new DayTotals(day, randomUUID()) };
    days.set(day, counted);
    counted.count.add(record);
  };
  return {
    watch: (request, response, answer) => {
      const path = (request.url ?? "").replace(/[?#].*/s, "");
      if (!subjectOf({ method: request.method ?? "", path, status: answer.status })) return;
      if (isGuess(request)) return;
      const record = watchAnswer(request, path, answer);
      response.once(
        "close",
        guarded(() => add(record())),
      );
    },
    store: async () => {
      // Requests that have ended are counted before the day is read.
      await counter;
      const today = dayNow();
      for (const [day, { count, totals }] of days) {
        await totals.store(count, minBytes);
        if (day !== today) days.delete(day);
      }
    },
  };
};

/** True for what a browser loads before its user has asked for it. */
const isGuess = ({ headers }: IncomingMessage): boolean =>
  String(headers["sec-purpose"] ?? headers.purpose ?? "").startsWith("prefetch");

const minBytes = async (): Promise<LeastBytes> => {
  const catalog = await currentCatalog();
  return minBytesIn((id) => catalog.media("audio", id));
};
