import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Json } from "#lib/json.ts";
import { takeLostFocus } from "../../shell/kept-focus.ts";
import { needSchema } from "../../shell/schema.ts";
import { messageOf, postsOf, service } from "../../shell/service.ts";
import { useSettled } from "../../shell/settled.ts";
import { inZone, ownZone } from "../../shell/zones.ts";
import { texts } from "../../texts/index.ts";
import type { Fields } from "../../words/merge.ts";
import { fieldLabel } from "../field-labels.ts";
import type { OpenPage } from "../open-page.ts";
import { pageServiceFor } from "../page-service.ts";
import { plainField } from "../plain-text.ts";
import { WordDiff } from "../word-diff.tsx";
import { thingsAsked } from "./asked-checks.ts";
import { AtATime } from "./at-a-time.tsx";
import { thingsToNote } from "./checks.ts";
import { type Published, PublishedNow } from "./published-now.tsx";
import { askedMs, problemsIn, ServiceSays } from "./service-says.tsx";
import { SharePreview } from "./share-preview.tsx";

/** What readers will see change, what is to be noted, and the ways to make it public. */
export const PublishPanel = ({ page }: { readonly page: OpenPage }) => {
  const before = useSignal<{ readonly revision: number; readonly fields: Fields } | null>(null);
  const asked = useSignal<readonly string[]>([]);
  const problems = useSignal<readonly string[]>([]);
  const done = useSignal<Published | { readonly said: string } | null>(null);
  const isBusy = useSignal(false);
  const fields = page.fields.value;
  const { live, status, may } = page.shown.value;
  // Without a newer draft `may` has no `publish`, and what is typed now will be one.
  const mayPublish = may?.publish || may?.unpublish;
  const isPublic = live && status === "live" && page.place.value === "saved";
  const posts = postsOf(page.type);
  const labelOf = (name: string) => fieldLabel(page.type, name);
  const latest = page.keeper.base();
  const readPublic = async () => {
    before.value = await readPublicRevision(page);
  };
  useEffect(() => {
    needSchema().catch(() => {});
    readPublic().catch((error) => {
      problems.value = [messageOf(error)];
    });
  }, [live]);
  const text = JSON.stringify([fields.overview, fields.detail, fields.cover_image]);
  useSettled(
    async (isPast) => {
      const notes = await thingsAsked(fields);
      if (!isPast()) asked.value = notes;
    },
    [text],
    askedMs,
  );
  /** Saves what is on the screen, and does something with that revision; tells of what was refused. */
  const after = async <Result,>(
    work: (saved: { readonly id: number; readonly latest_revision_id: number }) => Promise<Result>,
  ): Promise<Result | undefined> => {
    isBusy.value = true;
    problems.value = [];
    done.value = null;
    try {
      const saved = await page.keeper.save();
      if ("failure" in saved) {
        const { failure } = saved;
        if (failure.kind === "refused") problems.value = [failure.message];
        else if (failure.kind === "away") problems.value = [texts.offline];
        return undefined;
      }
      const result = await work({ id: page.id, latest_revision_id: page.keeper.base().revisionId });
      await page.refresh().catch(() => {});
      return result;
    } catch (error) {
      problems.value = problemsIn(error, labelOf);
      return undefined;
    } finally {
      isBusy.value = false;
    }
  };
  const publish = async () => {
    const published = await after(async (known) => {
      // Read anew, because an undo depends on it.
      const replaced = await readPublicRevision(page);
      const { public_url: url, parent } = await posts.publish(known);
      const publication = { revision: known.latest_revision_id, before: replaced?.revision ?? null };
      return { url, publication, parent: parent.id };
    });
    if (!published) return;
    const { parent, ...made } = published;
    done.value = { ...made, feed: feedOf(page, parent) };
    await readPublic();
  };
  const schedule = async (instant: Date) => {
    const isDone = await after((known) => posts.schedule(known, instant.toISOString()));
    if (isDone) done.value = { said: texts.publish.scheduled(inZone(instant, ownZone())) };
  };
  const review = async () => {
    const isDone = await after(({ id, latest_revision_id }) =>
      service.request("post", "/api/editor/posts/{id}/workflow/start/", {
        params: { id },
        ifMatch: latest_revision_id,
      }),
    );
    if (isDone) done.value = { said: texts.publish.inReview };
  };
  const notes = [...thingsToNote(fields, before.value?.fields, page.type), ...asked.value];
  return (
    <section class="publish" aria-label={texts.publish.title}>
      <h2>{texts.publish.title}</h2>
      {done.value && "publication" in done.value && (
        <PublishedNow
          page={page}
          published={done.value}
          undone={async () => {
            done.value = { said: texts.publish.undone };
            await readPublic();
          }}
        />
      )}
      {done.value && "said" in done.value && <Told said={done.value.said} />}
      {before.value ? (
        <Changes page={page} from={before.value.fields} labelOf={labelOf} />
      ) : (
        !live && <p class="quiet">{texts.publish.first}</p>
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
      <ServiceSays page={page} changed={differing(latest.fields, fields)} labelOf={labelOf} />
      {problems.value.length > 0 && (
        <ul class="notes problem" role="alert">
          {problems.value.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <div class="stack">
        {mayPublish && (
          <button type="button" class="primary" disabled={isBusy.value || isPublic} onClick={publish}>
            {texts.publish.now}
          </button>
        )}
        {may?.start_workflow && (
          <button type="button" disabled={isBusy.value} onClick={review}>
            {texts.publish.review}
          </button>
        )}
        {mayPublish && <AtATime isBusy={isBusy.value || isPublic} schedule={schedule} />}
        <SharePreview isBusy={isBusy.value} make={() => after(({ id }) => posts.createPreviewLink({ id }))} />
      </div>
    </section>
  );
};

/** What was done; the button that did it may be gone. */
const Told = ({ said }: { readonly said: string }) => {
  const element = useRef<HTMLParagraphElement>(null);
  useEffect(() => takeLostFocus(element.current), [said]);
  return (
    <p ref={element} class="success" role="status" tabIndex={-1}>
      {said}
    </p>
  );
};

const Changes = ({
  page,
  from,
  labelOf,
}: {
  readonly page: OpenPage;
  readonly from: Fields;
  readonly labelOf: (field: string) => string;
}) => {
  const to = page.fields.value;
  const changed = Object.keys(differing(from, to));
  return (
    <>
      <h3>{texts.publish.changes}</h3>
      {changed.length === 0 && <p class="quiet">{texts.publish.nothing}</p>}
      {changed.map((name) => (
        <div key={name}>
          <h4>{labelOf(name)}</h4>
          <WordDiff from={plainField(name, from[name])} to={plainField(name, to[name])} />
        </div>
      ))}
    </>
  );
};

/** The fields of `to` that `from` has not, or has otherwise. */
const differing = (from: Fields, to: Fields): Readonly<Record<string, Json>> =>
  Object.fromEntries(
    Object.entries(to).filter(([name, value]) => JSON.stringify(from[name]) !== JSON.stringify(value)),
  ) as Readonly<Record<string, Json>>;

/** What is public of a page; null for nothing. The list of revisions begins with the newest. */
const readPublicRevision = async ({ id, type, shown }: OpenPage) => {
  if (!shown.value.live) return null;
  for (let part = 1; ; part++) {
    const { results, next } = await service.request("get", "/api/editor/posts/{id}/revisions/", {
      params: { id },
      query: { page: String(part), pageSize: 100 },
    });
    const found = results.find((revision) => revision.is_public);
    if (!found && next) continue;
    if (!found) return null;
    const read = await pageServiceFor(id, type, "").readRevision(found.id);
    return "value" in read ? { revision: found.id, fields: read.value.fields } : null;
  }
};

/** The feed in which it stands; null for what is in none. */
const feedOf = ({ type }: OpenPage, parent: number): string | null =>
  type === "site.Page" ? null : `/_feeds/${parent}/${type === "site.Episode" ? "episodes" : "posts"}.rss`;
