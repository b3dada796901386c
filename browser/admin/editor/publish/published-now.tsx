import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Refusal } from "../../../../packages/client/src/index.ts";
import { takeLostFocus } from "../../shell/kept-focus.ts";
import { messageOf } from "../../shell/service.ts";
import { texts } from "../../texts/index.ts";
import type { OpenPage } from "../open-page.ts";
import { type Publication, undoPublication } from "./undo.ts";

export interface Published {
  readonly publication: Publication;
  /** Where readers find it. */
  readonly url: string;
  /** The feed that has it; null if it is not known. */
  readonly feed: string | null;
}

/** The time in which a publication can be taken back. */
const undoMs = 60_000;

/** What has just become public: where it is, and for a minute the way back, unless somebody saves. */
export const PublishedNow = ({
  page,
  published: { publication, url, feed },
  undone,
}: {
  readonly page: OpenPage;
  readonly published: Published;
  readonly undone: () => Promise<void>;
}) => {
  const isOver = useSignal(false);
  const problem = useSignal("");
  const told = useRef<HTMLDivElement>(null);
  useEffect(() => takeLostFocus(told.current), [publication.revision]);
  useEffect(() => {
    isOver.value = false;
    const timer = setTimeout(() => {
      isOver.value = true;
    }, undoMs);
    return () => clearTimeout(timer);
  }, [publication.revision]);
  void page.fields.value;
  const mayUndo = !isOver.value && page.keeper.base().revisionId === publication.revision;
  return (
    <div ref={told} class="success" role="status" tabIndex={-1}>
      <p>
        <strong>{texts.publish.done}</strong> {texts.publish.wentOut}
      </p>
      <p>
        <a href={url}>{texts.publish.publicPage}</a> {feed && <a href={feed}>{texts.publish.feed}</a>}
      </p>
      {mayUndo && (
        <button
          type="button"
          onClick={async () => {
            isOver.value = true;
            try {
              await undoPublication(page, publication);
              await page.refresh().catch(() => {});
              await undone();
            } catch (error) {
              problem.value =
                error instanceof Refusal && error.code === "revision_conflict"
                  ? texts.publish.savedMeanwhile
                  : messageOf(error);
            }
          }}
        >
          {texts.publish.undo}
        </button>
      )}
      {problem.value && <p role="alert">{problem.value}</p>}
    </div>
  );
};
