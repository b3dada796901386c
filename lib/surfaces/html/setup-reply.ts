import type { Caller } from "#lib/access/principal.ts";
import { Reply } from "#lib/http/reply.ts";
import type { Request } from "#lib/http/request.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { readSiteVersion, siteAt } from "#lib/store/site.ts";
import { formReply, type PageFrame } from "#lib/surfaces/accounts/page-frame.ts";
import { type SetupForm, setupPage } from "#lib/surfaces/accounts/setup-page.ts";
import { pageFrameFor } from "./site-frame.ts";
import { errorPage } from "./site-page.ts";

interface SetupCall {
  readonly caller: Caller;
  readonly request: Request;
}

/** Takes the first steps for people: a refusal is the form again with what is wrong, or a page without it. */
export const showingSetup = async <Result>(
  form: SetupForm,
  call: SetupCall,
  work: () => Promise<Result>,
): Promise<Result | Reply<string>> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind.status >= 500) throw error;
    return refusalShown(error, form, call);
  }
};

/** The frame of the page, without the ways into a site: there is none yet. */
export const setupFrame = async (caller: Caller): Promise<PageFrame> => {
  const frame = pageFrameFor(await siteAt(await readSiteVersion()), { caller, request: null });
  return { ...frame, site: { ...frame.site, search: null } };
};

const refusalShown = async (
  refusal: Refusal,
  form: SetupForm,
  { caller, request }: SetupCall,
): Promise<Reply<string>> => {
  const { kind, details, message } = refusal;
  const { problems } = details;
  if (kind.status === 404) {
    const { html, headers } = await errorPage(refusal, request.requestId);
    const type = { "content-type": "text/html; charset=utf-8" };
    return new Reply(html, { status: kind.status, headers: { ...type, ...headers } });
  }
  const problem = problems ? undefined : message;
  return formReply(setupPage(await setupFrame(caller), { ...form, problems, problem }), {
    status: kind.status,
    headers: { ...kind.headers, ...details.headers },
  });
};
