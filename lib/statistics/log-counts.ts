import { requestsInLog } from "./cloudfront-log.ts";
import { DayCount } from "./day-count.ts";

/** What log files say of a day. */
export interface LoggedDay {
  readonly count: DayCount;
  /** How many requests are in the files, counted or not: the more, the more of the day's files were there. */
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
