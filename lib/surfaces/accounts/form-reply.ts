import { Reply } from "#lib/http/reply.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { pageHeaders } from "./sign-in-headers.ts";

/** A page in answer to a form, which no cache may keep. */
export const formReply = (
  html: string,
  { status, headers }: { status: number; headers?: Readonly<Record<string, string>> },
) => new Reply(html, { status, headers: { ...headers, ...pageHeaders } });

/** Runs work. If people sent a form, `rate_limited` and `busy` are shown on its page, not as JSON. */
export const showingRefusals = async <Result>(
  isForm: boolean,
  page: (problem: string) => string | Promise<string>,
  work: () => Promise<Result>,
): Promise<Result | Reply<string>> => {
  try {
    return await work();
  } catch (error) {
    const waits = error instanceof Refusal && (error.code === "rate_limited" || error.code === "busy");
    if (!isForm || !waits) throw error;
    const { status, headers } = error.kind;
    return formReply(await page(error.message), {
      status,
      headers: { ...headers, ...error.details.headers },
    });
  }
};
