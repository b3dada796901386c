import { readPage, setPageProperties } from "#bench/lectern/pages.ts";
import { openTableOfEnvironment } from "#bench/lectern/table.ts";
import { answerQuestions } from "#bench/processes/worker.ts";

/** A page to change in a way that no answer shows. */
export interface Touch {
  readonly pageId: number;
}

await openTableOfEnvironment();

answerQuestions(async ({ pageId }: Touch) => {
  const page = await readPage(pageId);
  return setPageProperties(pageId, { showInMenus: !page?.showInMenus });
});
