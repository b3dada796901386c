import { Reply } from "#lib/http/reply.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { ServicePage } from "./page-frame.ts";

/** The answer with a page that has a form: no cache may keep it. */
export const formReply = (
  { html, policy }: ServicePage,
  { status = 200, headers }: { status?: number; headers?: Readonly<Record<string, string>> } = {},
) =>
  new Reply<string>(html, {
    status,
    headers: {
      ...headers,
      "content-type": "text/html; charset=utf-8",
      "cache-control": "private, no-store",
      "content-security-policy": policy,
    },
  });

/** Runs work. If people sent a form, `rate_limited` and `busy` are shown on its page, not as JSON. */
export const showingRefusals = async <Result>(
  isForm: boolean,
  page: (problem: string) => ServicePage | Promise<ServicePage>,
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
