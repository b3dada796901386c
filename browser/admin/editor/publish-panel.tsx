import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Refusal } from "../../../packages/client/src/index.ts";
import { tell } from "../shell/notices.tsx";
import { messageOf, service } from "../shell/service.ts";
import { moment } from "../shell/times.ts";
import { texts } from "../texts/index.ts";
import type { Fields } from "../words/merge.ts";
import { thingsToNote } from "./checks.ts";
import type { OpenPage } from "./open-page.ts";
import { pageServiceFor } from "./page-service.ts";
import { plainField } from "./plain-text.ts";
import { WordDiff } from "./word-diff.tsx";

/** What readers will see change, what is to be noted, and the ways to make it public. */
export const PublishPanel = ({ page, close }: { readonly page: OpenPage; readonly close: () => void }) => {
  const published = useSignal<Fields | null>(null);
  const problems = useSignal<readonly string[]>([]);
  const isBusy = useSignal(false);
  const at = useSignal("");
  const fields = page.fields.value;
  const { published_revision_id: publishedId, may } = page.shown.value as unknown as {
    readonly published_revision_id: number | null;
    readonly may?: Readonly<Record<string, boolean>>;
  };
  const posts = page.type === "site.Episode" ? service.episodes : service.posts;
  useEffect(() => {
    if (!publishedId) return;
    pageServiceFor(page.id, page.type, "")
      .readRevision(publishedId)
      .then((read) => {
        if ("value" in read) published.value = read.value.fields;
      });
  }, [publishedId]);
  const known = () => ({ id: page.id, latest_revision_id: page.keeper.base().revisionId });
  /** Saves what is on the screen, does something with that revision, and says how it went. */
  const after = async (work: () => Promise<unknown>, said: string, undo?: () => Promise<void>) => {
    isBusy.value = true;
    problems.value = [];
    try {
      const saved = await page.keeper.save();
      if ("failure" in saved) {
        const { failure } = saved;
        if (failure.kind === "refused") problems.value = [failure.message];
        else if (failure.kind === "away") problems.value = [texts.offline];
        return;
      }
      await work();
      tell(said, undo && { action: { label: texts.publish.undo, act: () => void undo() } });
      await page.refresh().catch(() => {});
      close();
    } catch (error) {
      problems.value =
        error instanceof Refusal && error.problems.length > 0
          ? error.problems.map(({ path, message }) => `${path}: ${message}`)
          : [messageOf(error)];
    } finally {
      isBusy.value = false;
    }
  };
  const publish = () => {
    const before = publishedId;
    return after(
      () => posts.publish(known()),
      texts.publish.done,
      async () => {
        try {
          if (before) {
            const restored = await service.request(
              "post",
              "/api/editor/posts/{id}/revisions/{revision}/restore/",
              { params: { id: page.id, revision: before }, ifMatch: page.keeper.base().revisionId } as never,
            );
            await posts.publish({
              id: page.id,
              latest_revision_id: (restored as { readonly latest_revision_id: number }).latest_revision_id,
            });
          } else await posts.unpublish(known());
          tell(texts.publish.undone);
        } catch (error) {
          tell(messageOf(error), { isProblem: true });
        }
        await page.refresh().catch(() => {});
      },
    );
  };
  const schedule = () => {
    const time = new Date(at.value).toISOString();
    return after(() => posts.schedule(known(), time), texts.publish.scheduled(moment(time)));
  };
  const review = () =>
    after(
      () =>
        service.request("post", "/api/editor/posts/{id}/workflow/start/", {
          params: { id: page.id },
          ifMatch: page.keeper.base().revisionId,
        } as never),
      texts.states.workflow ?? "",
    );
  const notes = thingsToNote(fields, published.value ?? undefined, page.type === "site.Episode");
  const changed = Object.keys(fields).filter(
    (name) => JSON.stringify(published.value?.[name]) !== JSON.stringify(fields[name]),
  );
  return (
    <section class="publish" aria-label={texts.publish.title}>
      <h2>{texts.publish.title}</h2>
      {publishedId && (
        <>
          <h3>{texts.publish.changes}</h3>
          {published.value && changed.length === 0 && <p class="quiet">{texts.publish.nothing}</p>}
          {published.value &&
            changed.map((name) => (
              <div key={name}>
                <h4>{name}</h4>
                <WordDiff
                  from={plainField(name, published.value?.[name])}
                  to={plainField(name, fields[name])}
                />
              </div>
            ))}
        </>
      )}
      <h3>{texts.publish.checks}</h3>
      {notes.length === 0 ? (
        <p class="quiet">{texts.publish.fine}</p>
      ) : (
        <ul class="notes">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {problems.value.length > 0 && (
        <ul class="problem" role="alert">
          {problems.value.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <div class="stack">
        <button type="button" class="primary" disabled={isBusy.value} onClick={publish}>
          {texts.publish.now}
        </button>
        <div class="later">
          <label>
            {texts.publish.later}
            <input
              type="datetime-local"
              value={at.value}
              onInput={({ currentTarget }) => {
                at.value = currentTarget.value;
              }}
            />
          </label>
          <button type="button" disabled={isBusy.value || at.value === ""} onClick={schedule}>
            {texts.publish.later}
          </button>
        </div>
        {may?.start_workflow && (
          <button type="button" disabled={isBusy.value} onClick={review}>
            {texts.publish.review}
          </button>
        )}
      </div>
    </section>
  );
};
