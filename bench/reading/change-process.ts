import { answerQuestions } from "#bench/processes/worker.ts";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { readPage } from "#lib/store/pages.ts";
import { openTableOfEnvironment } from "#local/table-of-environment.ts";

/** A page to change in a way that no answer shows. */
export interface Touch {
  readonly pageId: number;
}

await openTableOfEnvironment();

answerQuestions(async ({ pageId }: Touch) => {
  const page = await readPage(pageId);
  return setPageProperties(pageId, { showInMenus: !page?.showInMenus });
});
