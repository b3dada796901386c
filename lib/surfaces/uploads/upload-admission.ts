import { requireUploadCollection } from "#lib/access/chosen-collection.ts";
import { whileOnlyUpload } from "#lib/access/while-only-upload.ts";
import { admit } from "#lib/http/admission.ts";
import type { Request } from "#lib/http/request.ts";
import type { Route } from "#lib/routes/route.ts";

/** A caller who may send a route their files. */
export interface AdmittedUpload {
  readonly userId: number;
  /**
   * Does the work under the user's upload lock, where the route asks for one, and with what keeps it.
   * Refused: `rate_limited`.
   */
  readonly whileAlone: <Result>(work: (keepLock: () => Promise<void>) => Promise<Result>) => Promise<Result>;
}

/**
 * The caller of a route that receives media, as far as that can be decided before the body: whether the route
 * is open to them, and with a collection to put such media into. Refused as by the route's function.
 */
export const admitUpload = async (route: Route, request: Request): Promise<AdmittedUpload> => {
  const { principal } = await admit(route, request);
  if (!principal) throw new Error(`${route.id} receives files from strangers`);
  const [kind] = route.receives;
  if (kind) requireUploadCollection(principal, [kind]);
  const { id: userId } = principal.user;
  return {
    userId,
    whileAlone: (work) =>
      kind === "image" ? work(async () => {}) : whileOnlyUpload(userId, route.limits.timeoutSeconds, work),
  };
};
