import { setTimeout as pause } from "node:timers/promises";
import {
  CloudWatchLogsClient,
  FilterLogEventsCommand,
  type FilterLogEventsCommandOutput,
  ResourceNotFoundException,
} from "@aws-sdk/client-cloudwatch-logs";
import { PlainError } from "#local/plain-error.ts";
import { cloudWatchPattern, type LogFilter } from "./log-filter.ts";
import { type LineSource, lineFrom } from "./log-source.ts";

/** CloudWatch shows a line some seconds after it was written, and lines of functions in no order. */
const pollMs = 2_000;
const lateMs = 30_000;

/** The log of a deployed stage: of its requests, or of its jobs (`stacks/logs.ts`). */
export const stageLog = (
  stage: string,
  group: "requests" | "jobs",
  client: Pick<CloudWatchLogsClient, "send"> = new CloudWatchLogsClient(),
): LineSource =>
  async function* (filter, follow) {
    const logGroupName = `/lectern/${stage}/${group}`;
    const shown = new Map<string, number>();
    let sinceMs = filter.sinceMs;
    for (;;) {
      for await (const { eventId = "", timestamp = 0, message = "" } of eventsOf(client, logGroupName, {
        ...filter,
        sinceMs,
      })) {
        if (shown.has(eventId)) continue;
        if (follow) shown.set(eventId, timestamp);
        yield { time: new Date(timestamp).toISOString(), ...lineFrom(message) };
      }
      if (!follow || follow.aborted) return;
      // Late lines are looked for once more; what cannot come again is forgotten.
      sinceMs = Math.max(sinceMs, ...[...shown.values()].map((timestamp) => timestamp - lateMs));
      for (const [id, timestamp] of shown) if (timestamp < sinceMs) shown.delete(id);
      await pause(pollMs, undefined, { signal: follow }).catch(() => {});
    }
  };

async function* eventsOf(
  client: Pick<CloudWatchLogsClient, "send">,
  logGroupName: string,
  filter: LogFilter,
) {
  let nextToken: string | undefined;
  do {
    const command = new FilterLogEventsCommand({
      logGroupName,
      startTime: filter.sinceMs,
      filterPattern: cloudWatchPattern(filter),
      nextToken,
    });
    const page: FilterLogEventsCommandOutput = await client.send(command).catch((error: unknown) => {
      if (!(error instanceof ResourceNotFoundException)) throw error;
      throw new PlainError(`There is no log group ${logGroupName} in this region; is the stage deployed?`);
    });
    yield* page.events ?? [];
    ({ nextToken } = page);
  } while (nextToken);
}
