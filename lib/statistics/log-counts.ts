import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { certain } from "#lib/certain.ts";
import { DayCount } from "./day-count.ts";
import type { SentAnswer } from "./subject.ts";

/** The counts of a day in log files. */
export interface LoggedDay {
  readonly count: DayCount;
  /**
   * The number of requests in the files, counted or not: the more, the more of the day's files were there.
   */
  readonly requests: number;
}

/** Counts days in log files of CloudFront together: who asks again in another file counts once. */
export class LogCounts {
  readonly #limit: number;
  readonly #isWanted: (day: string) => boolean;
  readonly #days = new Map<string, LoggedDay>();

  /** `limit`: how many things are remembered of a day, of some 200 bytes each. */
  constructor(limit: number, isWanted: (day: string) => boolean = () => true) {
    this.#limit = limit;
    this.#isWanted = isWanted;
  }

  get days(): ReadonlyMap<string, LoggedDay> {
    return this.#days;
  }

  /** Throws an `Error` with a sentence for people if the text is no such log. */
  add(text: string): void {
    for (const { day, record } of requestsInLog(text)) {
      if (!this.#isWanted(day)) continue;
      const { count, requests } = this.#days.get(day) ?? { count: new DayCount(this.#limit), requests: 0 };
      count.add(record);
      this.#days.set(day, { count, requests: requests + 1 });
    }
  }
}

/** A request in a log, and its day, such as `2026-11-23`. */
export interface LoggedRequest {
  readonly day: string;
  readonly record: SentAnswer;
}

/**
 * The fields that counting needs, of legacy logs and of version 2, whose files may have others, in any
 * order.
 */
const needed = ["date", "c-ip", "cs-method", "cs-uri-stem", "sc-status", "cs(User-Agent)"] as const;

/**
 * The requests in a log file of CloudFront (W3C format); its first lines name the fields. Throws an
 * `Error` with a sentence for people if they do not, or name too few.
 */
function* requestsInLog(text: string): Generator<LoggedRequest> {
  let fields: readonly string[] | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith("#Fields:")) fields = fieldsIn(line);
    if (line === "" || line.startsWith("#")) continue;
    if (!fields)
      throw new Error("It is no log of CloudFront: no line that begins with #Fields: comes first.");
    const request = requestIn(line, fields);
    if (request) yield request;
  }
}

const fieldsIn = (line: string): readonly string[] => {
  const fields = line.slice("#Fields:".length).trim().split(/\s+/);
  const missing = needed.filter((name) => !fields.includes(name));
  if (missing.length > 0) throw new Error(`The log lacks the fields ${missing.join(", ")}.`);
  return fields;
};

/** The request in a line; undefined for a line that is cut off. */
const requestIn = (line: string, fields: readonly string[]): LoggedRequest | undefined => {
  const values = line.split("\t");
  if (values.length < fields.length || !/^\d{4}-\d{2}-\d{2}$/.test(certain(values[fields.indexOf("date")])))
    return undefined;
  const field = (name: string): string => {
    const value = values[fields.indexOf(name)] ?? "-";
    return value === "-" ? "" : value;
  };
  const sent = Number(field("sc-bytes"));
  return {
    day: field("date"),
    record: {
      method: field("cs-method"),
      path: field("cs-uri-stem"),
      status: Number(field("sc-status")),
      address: field("c-ip"),
      userAgent: unescaped(field("cs(User-Agent)")),
      start: Number(field("sc-range-start")),
      // The bytes sent include the head; the length is also given if the client left before the end.
      bytes: Math.min(sent, Number(field("sc-content-len")) || sent),
    },
  };
};

/** Undoes CloudFront's escapes of blanks, which it sometimes escapes twice. */
const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll("%25", "%"));
  } catch {
    return text;
  }
};

/** The text of a log file, which CloudFront compresses. */
export const logText = async (bytes: Buffer): Promise<string> => {
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (isCompressed ? await promisify(gunzip)(bytes) : bytes).toString();
};
