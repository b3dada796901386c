import { requireUploadCollection } from "#lib/access/usable-collections.ts";
import { whileOnlyUpload } from "#lib/access/while-only-upload.ts";
import { admit } from "#lib/http/admission.ts";
import { receiptIdOf } from "#lib/http/only-once.ts";
import type { Request } from "#lib/http/request.ts";
import type { Route } from "#lib/routes/route.ts";

export interface AdmittedUpload {
  readonly userId: number;
  /** Runs work under the user's upload lock, if the route needs one. Refuses `rate_limited`. */
  readonly whileAlone: <Result>(work: (keepLock: () => Promise<void>) => Promise<Result>) => Promise<Result>;
}

/** Admits the caller of a route that receives media, before its body. Refuses as the function does. */
export const admitUpload = async (route: Route, request: Request): Promise<AdmittedUpload> => {
  const { principal } = await admit(route, request, { principal: null });
  if (!principal) throw new Error(`${route.id} receives files from strangers`);
  const [kind] = route.receives;
  if (kind) requireUploadCollection(principal, [kind]);
  const { id: userId } = principal.user;
  const receiptId = receiptIdOf(request, userId);
  return {
    userId,
    whileAlone: (work) =>
      kind === "image"
        ? work(async () => {})
        : whileOnlyUpload(userId, route.limits.timeoutSeconds, work, receiptId),
  };
};
