import { answerQuestions } from "#bench/processes/worker.ts";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { readPage } from "#lib/store/pages.ts";

/** A page to change in a way that no answer shows. */
export interface Touch {
  readonly pageId: number;
}

answerQuestions(async ({ pageId }: Touch) => {
  const page = await readPage(pageId);
  return setPageProperties(pageId, { showInMenus: !page?.showInMenus });
});
