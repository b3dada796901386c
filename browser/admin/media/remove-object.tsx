import { useSignal } from "@preact/signals";
import { Refusal } from "../../../packages/client/src/refusal.ts";
import { Dialog } from "../shell/dialog.tsx";
import { DialogButton } from "../shell/dialog-button.tsx";
import { tell } from "../shell/notices.tsx";
import { go } from "../shell/router.ts";
import { messageOf, service } from "../shell/service.ts";
import { forgetMedia, type MediaKind, type MediaObject, onePath } from "./read-media.ts";
import { words } from "./texts.ts";
import { PageLink, type Uses } from "./uses.tsx";

/** Deletes an object. What uses it is named before, and the service refuses until one insists. */
export const RemoveObject = ({
  kind,
  media,
  uses,
}: {
  readonly kind: MediaKind;
  readonly media: MediaObject;
  readonly uses: Uses;
}) => (
  <DialogButton
    label={words.remove}
    className="danger"
    dialog={(close) => <RemoveDialog {...{ kind, media, uses, close }} />}
  />
);

const RemoveDialog = ({
  kind,
  media,
  uses,
  close,
}: Parameters<typeof RemoveObject>[0] & { readonly close: () => void }) => {
  const problem = useSignal("");
  /** The pages that the service has named when it refused. */
  const named = useSignal<readonly number[] | null>(null);
  const isBusy = useSignal(false);
  const pages = uses.pages.value ?? [];
  const isUsed = named.value !== null || pages.length > 0;
  const remove = async (force: boolean) => {
    isBusy.value = true;
    problem.value = "";
    try {
      await service.request("delete", onePath(kind), {
        params: { id: media.id },
        query: force ? { force } : {},
      });
      forgetMedia(kind, media.id);
      tell(words.removed(media.title || words.untitled));
      await go(kind === "image" ? "/media/" : `/media/?kind=${kind}`, { replaces: true });
    } catch (error) {
      problem.value = messageOf(error);
      if (error instanceof Refusal && error.code === "in_use") {
        named.value = (error.body as { readonly pages: readonly number[] }).pages;
        await uses.read();
      }
      isBusy.value = false;
    }
  };
  const hidden = (named.value ?? []).filter((id) => !pages.some((page) => page.id === id)).length;
  return (
    <Dialog title={words.removeTitle} close={close}>
      <div class="stack">
        <p>{words.removeIntro}</p>
        {pages.length > 0 && <p>{words.removeUsed(pages.length)}</p>}
        {pages.length > 0 && (
          <ul class="notes">
            {pages.map((page) => (
              <li key={page.id}>
                <PageLink page={page} />
              </li>
            ))}
          </ul>
        )}
        {hidden > 0 && <p>{words.others(hidden)}</p>}
        <p role="alert" class="problem">
          {problem.value}
        </p>
      </div>
      <footer>
        <button type="button" onClick={close}>
          {words.cancel}
        </button>
        <button type="button" class="danger" disabled={isBusy.value} onClick={() => remove(isUsed)}>
          {isUsed ? words.removeAnyway : words.remove}
        </button>
      </footer>
    </Dialog>
  );
};
