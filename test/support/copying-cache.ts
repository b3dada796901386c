import { clock } from "#lib/clock.ts";
import type { CallOptions, RouteAnswer } from "./call.ts";

type Options = Pick<CallOptions<never>, "as" | "headers">;

interface Copy {
  readonly answer: RouteAnswer;
  readonly endsAtMs: number;
}

/**
 * A cache that keeps answers as CloudFront does: those with `s-maxage` or `max-age`, for so long by the
 * clock, by address, accepted types and credentials (stacks/web.ts). Counts the requests that it passes on.
 */
export const copyingCache = (ask: (address: string, options?: Options) => Promise<RouteAnswer>) => {
  const copies = new Map<string, Copy>();
  let passedOn = 0;
  return {
    get passedOn() {
      return passedOn;
    },
    ask: async (address: string, options: Options = {}): Promise<RouteAnswer> => {
      const { accept, authorization, cookie } = options.headers ?? {};
      const key = JSON.stringify([address, options.as, accept, authorization, cookie]);
      const copy = copies.get(key);
      if (copy && clock.nowMs() < copy.endsAtMs) return copy.answer;
      passedOn += 1;
      const answer = await ask(address, options);
      const directives = answer.headers["cache-control"] ?? "";
      const [, shared] = /\bs-maxage=(\d+)/.exec(directives) ?? [];
      const [, own] = /\bmax-age=(\d+)/.exec(directives) ?? [];
      const seconds = Number(shared ?? own ?? 0);
      const mayKeep = [200, 302].includes(answer.status) && !/private|no-store|no-cache/.test(directives);
      if (mayKeep && seconds > 0) copies.set(key, { answer, endsAtMs: clock.nowMs() + seconds * 1_000 });
      return answer;
    },
    forgetAll: (): void => copies.clear(),
  };
};
