/** POST /api/admin/pages/{id}/actions/ — change the state of a page of any kind, as an administrator */
import { actingUserId } from "#lib/access/principal.ts";
import { publicationReads } from "#lib/actions/pages/page-reads.ts";
import { clock } from "#lib/clock.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { changePage } from "#lib/routes/administration.ts";
import { readPage } from "#lib/store/pages.ts";
import { readUsernames } from "#lib/store/usernames.ts";
import { administerPage, type ChangedPage, changedPageView } from "#lib/surfaces/administration/pages.ts";

const shown = async (changed: ChangedPage) =>
  changedPageView(changed, await readUsernames([changed.page?.lock?.ownerId ?? null]));

export const handler = endpoint(
  changePage,
  async ({ params, body, principal, reads }) => {
    const endMs = clock.monotonicMs() + deletingMs;
    const hasTime = () => clock.monotonicMs() < endMs;
    return shown(await administerPage(params.id, body, { userId: actingUserId(principal), hasTime, reads }));
  },
  {
    reads: publicationReads,
    replay: async ({ params }) =>
      shown({ page: (await readPage(params.id)) ?? null, deleted: 0, more: false }),
  },
);

/** Much less than the function's own limit. */
const deletingMs = 12_000;
