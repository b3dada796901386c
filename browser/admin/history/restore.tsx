import { effect, useSignal } from "@preact/signals";
import { ChoiceDialog } from "../editor/choice-dialog.tsx";
import { fieldLabel } from "../editor/field-labels.ts";
import { type OpenPage, openPage } from "../editor/open-page.ts";
import { problemsIn } from "../editor/publish/service-says.tsx";
import { Dialog } from "../shell/dialog.tsx";
import { tell } from "../shell/notices.tsx";
import { go } from "../shell/router.ts";
import { service } from "../shell/service.ts";
import { moment } from "../shell/times.ts";
import type { PageHistory, Revision } from "./read-history.ts";
import { historyTexts as words } from "./texts.ts";

interface RestoreProps {
  readonly id: number;
  readonly history: PageHistory;
  readonly revision: Revision;
}

/**
 * Brings back a version. What the person has typed and not saved, here or in another tab, is first saved as a
 * version of its own, by the keeper that the editor has, so that no word is lost.
 */
export const Restore = ({ id, history, revision }: RestoreProps) => {
  const isAsking = useSignal(false);
  const isBusy = useSignal(false);
  const problems = useSignal<readonly string[]>([]);
  const open = useSignal<OpenPage | null>(null);
  const { may } = history.page.value as { readonly may?: { readonly edit: boolean } };
  if (!may?.edit) return <p class="quiet">{words.mayNot}</p>;
  const restore = async () => {
    isBusy.value = true;
    problems.value = [];
    try {
      const opened = await openPage(id);
      open.value = opened;
      const saved = await savedWords(opened);
      if (saved) {
        const { latest_revision_id: latest } = await service.request(
          "post",
          "/api/editor/posts/{id}/revisions/{revision}/restore/",
          { params: { id, revision: revision.id }, ifMatch: opened.keeper.base().revisionId } as never,
        );
        isAsking.value = false;
        tell(words.restored, {
          action: { label: words.write, act: () => void go(`/pages/${id}/edit/`) },
        });
        await go(`/pages/${id}/history/?revision=${latest}`, { replaces: true });
        await history.start();
      } else problems.value = [words.unread];
    } catch (error) {
      problems.value = problemsIn(error, (field) => fieldLabel("site.Episode", field));
    }
    open.value?.stop();
    open.value = null;
    isBusy.value = false;
  };
  return (
    <>
      <button
        type="button"
        class="primary"
        onClick={() => {
          problems.value = [];
          isAsking.value = true;
        }}
      >
        {words.restore}
      </button>
      {isAsking.value && (
        <Dialog title={words.restoreTitle} close={() => (isAsking.value = false)}>
          <div class="stack">
            <p>{words.restoreIntro(moment(revision.created_at))}</p>
            <p class="quiet">{words.restoreWords}</p>
            <div role="alert">
              {problems.value.map((problem) => (
                <p key={problem} class="problem">
                  {problem}
                </p>
              ))}
            </div>
          </div>
          <footer>
            <button type="button" onClick={() => (isAsking.value = false)}>
              {words.cancel}
            </button>
            <button type="button" class="primary" disabled={isBusy.value} onClick={restore}>
              {words.restoreNow}
            </button>
          </footer>
        </Dialog>
      )}
      {open.value?.choice.value && <ChoiceDialog choice={open.value.choice.value} type={open.value.type} />}
    </>
  );
};

/** True once nothing of the page is anywhere but in a revision. Where two have changed the same, one chooses. */
const savedWords = async ({ keeper, choice }: OpenPage): Promise<boolean> => {
  for (;;) {
    await untilNone(choice);
    if (keeper.place() === "saved" || "value" in (await keeper.save())) return true;
    if (!keeper.choice()) return false;
  }
};

const untilNone = (choice: OpenPage["choice"]): Promise<void> =>
  new Promise((resolve) => {
    const stop = effect(() => {
      if (choice.value) return;
      resolve();
      queueMicrotask(() => stop());
    });
  });
