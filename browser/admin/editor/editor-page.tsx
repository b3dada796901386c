import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Json } from "#lib/json.ts";
import type { TextBlock } from "#lib/richtext/source/pieces.ts";
import { Refusal } from "../../../packages/client/src/index.ts";
import { RichText } from "../forms/rich-text.tsx";
import { Strip } from "../locks/strip.tsx";
import { useCommands } from "../shell/commands.ts";
import { lazy } from "../shell/lazy.tsx";
import { tell } from "../shell/notices.tsx";
import { addressOf, askBeforeLeaving, go } from "../shell/router.ts";
import { site } from "../shell/schema.ts";
import { messageOf } from "../shell/service.ts";
import { State, stateOf } from "../shell/state.tsx";
import { isOneColumn } from "../shell/windows.ts";
import { texts } from "../texts/index.ts";
import { ChoiceDialog } from "./choice-dialog.tsx";
import { type OpenPage, openPage } from "./open-page.ts";
import { Preview } from "./preview.tsx";
import { Side } from "./side.tsx";
import type { Texts } from "./text/texts.ts";
import type { WordCount } from "./text/word-count.ts";
import { TextField } from "./text-field.tsx";

const beside = () => import("./beside.ts");
const source = () => import("./source/source-view.tsx");

/** Loads the parts that are not used yet, so that they are there when the network is gone. */
const loadRest = () =>
  Promise.allSettled([
    beside(),
    source(),
    import("./text/form.ts"),
    import("./text/paste/read.ts"),
    import("./text/rich-field.ts"),
  ]);

/** Nobody waits for them: this long after one can write, in milliseconds. */
const restMs = 3_000;

const Details = lazy(async () => (await beside()).Details);
const PublishPanel = lazy(async () => (await beside()).PublishPanel);
const PageForPrograms = lazy(async () => (await beside()).PageForPrograms, {
  isQuiet: true,
});
const SourceView = lazy(async () => (await source()).SourceView);
const LockHere = lazy(async () => (await beside()).LockHere, { isQuiet: true });

/** A post or episode, open for writing; `otherwise` is shown for pages that are neither. */
export const EditorPage = ({ id, otherwise }: { readonly id: number; readonly otherwise: JSX.Element }) => {
  const isOther = useSignal(false);
  const page = useSignal<OpenPage | null>(null);
  const problem = useSignal("");
  useEffect(() => {
    let stopped = false;
    openPage(id).then(
      (opened) => {
        if (stopped) opened.stop();
        else page.value = opened;
      },
      (error) => {
        isOther.value = error instanceof Refusal && error.status === 404;
        problem.value = messageOf(error);
      },
    );
    return () => {
      stopped = true;
      page.value?.stop();
    };
  }, [id]);
  if (isOther.value) return otherwise;
  if (problem.value) return <p class="waiting problem">{problem.value}</p>;
  return page.value ? <Writing page={page.value} /> : <p class="waiting">{texts.editor.loading}</p>;
};

type What = "details" | "preview" | "publish";

const Writing = ({ page }: { readonly page: OpenPage }) => {
  const side = useSignal<What | null>(null);
  const isSaving = useSignal(false);
  const isMarkdown = useSignal(false);
  const counted = useSignal<WordCount>({ words: 0, minutes: 0 });
  const setCount = (count: WordCount) => {
    counted.value = count;
  };
  const fields = page.fields.value;
  const place = page.place.value;
  useEffect(
    () =>
      askBeforeLeaving(async () => {
        await page.keeper.flush();
        return true;
      }),
    [page],
  );
  useEffect(() => {
    const timer = setTimeout(loadRest, restMs);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    // The browser's own question, where words are nowhere but here.
    const ask = (event: BeforeUnloadEvent) => {
      if (page.isStoreFull.value && page.keeper.place() !== "saved" && page.keeper.place() !== "kept")
        event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [page]);
  const save = async () => {
    if (isSaving.value || page.place.value === "saved") return;
    isSaving.value = true;
    const outcome = await page.keeper.save();
    if ("value" in outcome) {
      tell(texts.editor.saved);
      await page.refresh().catch(() => {});
    } else if (outcome.failure.kind === "refused") tell(outcome.failure.message, { isProblem: true });
    else if (outcome.failure.kind === "away") tell(texts.offline, { isProblem: true });
    isSaving.value = false;
  };
  const toggle = (which: What) => {
    side.value = side.value === which ? null : which;
  };
  const toggleMarkdown = () => {
    isMarkdown.value = !isMarkdown.value;
  };
  useCommands([
    { label: texts.editor.save, keys: "Mod+S", run: () => void save() },
    { label: texts.editor.publish, keys: "Mod+Shift+Enter", run: () => toggle("publish") },
    { label: texts.editor.preview, run: () => toggle("preview") },
    { label: texts.editor.details, run: () => toggle("details") },
    { label: texts.editor.history, run: () => void go(`/pages/${page.id}/history/`) },
    { label: texts.editor.markdown, run: toggleMarkdown },
  ]);
  const text: Texts = {
    overview: (fields.overview ?? []) as unknown as readonly TextBlock[],
    detail: (fields.detail ?? []) as unknown as readonly TextBlock[],
  };
  const changeText = ({ overview, detail }: Texts) =>
    page.change({ overview: overview as unknown as Json, detail: detail as unknown as Json });
  const close = () => {
    side.value = null;
  };
  const beside = side.value && <Beside key={side.value} {...{ page, close }} which={side.value} />;
  const others =
    (page.shown.value as { being_edited?: readonly { readonly user: string }[] }).being_edited ?? [];
  return (
    <div class={side.value ? "writing with-side" : "writing"}>
      <div class="actions">
        <State status={stateOf(page.shown.value)} />
        <span class={`kept ${place.replace(" ", "-")}`} role="status" aria-live="polite">
          {texts.editor.places[place]}
        </span>
        {others.length > 0 && (
          <span class="others" role="status">
            {texts.editor.alsoHere(others.map(({ user }) => user).join(", "))}
          </span>
        )}
        <span class="quiet count">{texts.editor.words(counted.value.words, counted.value.minutes)}</span>
        <button type="button" class="plain" aria-pressed={isMarkdown.value} onClick={toggleMarkdown}>
          {texts.editor.markdown}
        </button>
        <button type="button" aria-pressed={side.value === "details"} onClick={() => toggle("details")}>
          {texts.editor.details}
        </button>
        <button type="button" aria-pressed={side.value === "preview"} onClick={() => toggle("preview")}>
          {texts.editor.preview}
        </button>
        <a class="button" href={addressOf(`/pages/${page.id}/history/`)}>
          {texts.editor.history}
        </a>
        <button type="button" aria-disabled={isSaving.value || place === "saved"} onClick={save}>
          {isSaving.value ? texts.editor.saving : texts.editor.save}
        </button>
        <button
          type="button"
          class="primary"
          aria-expanded={side.value === "publish"}
          onClick={() => toggle("publish")}
        >
          {texts.editor.publish}
        </button>
      </div>
      <Strip page={page} />
      {page.isStoreFull.value && <p class="note">{texts.editor.storeFull}</p>}
      {page.problem.value && (
        <p class="note problem" role="alert">
          {page.problem.value.message}
        </p>
      )}
      {page.origins.value.length > 0 && (
        <p class="note origins" role="status">
          <span>{page.origins.value.join(" ")}</span>
          <button
            type="button"
            class="plain icon"
            aria-label={texts.close}
            onClick={() => {
              page.origins.value = [];
            }}
          >
            ×
          </button>
        </p>
      )}
      <div class="columns">
        {isOneColumn.value && beside}
        <article key="paper" class="paper">
          <h1 class="unseen">{String(fields.title ?? "") || texts.pages.untitled}</h1>
          <TitleField value={String(fields.title ?? "")} change={(title) => page.change({ title })} />
          <TextField
            texts={text}
            arrivals={page.arrivals.value}
            isHidden={isMarkdown.value}
            language={site.value?.locale}
            change={changeText}
            counted={setCount}
          />
          {isMarkdown.value && (
            <SourceView texts={text} language={site.value?.locale} change={changeText} counted={setCount} />
          )}
        </article>
        {!isOneColumn.value && beside}
      </div>
      {page.choice.value && (
        <ChoiceDialog choice={page.choice.value} type={page.type} Paragraphs={RichText} />
      )}
    </div>
  );
};

const Beside = ({
  page,
  which,
  close,
}: {
  readonly page: OpenPage;
  readonly which: What;
  readonly close: () => void;
}) => {
  if (which === "preview") return <Preview page={page} />;
  return (
    <Side label={texts.editor[which]} close={close}>
      {which === "publish" ? (
        <PublishPanel page={page} />
      ) : (
        <>
          <Details page={page} />
          <LockHere page={page} />
          <PageForPrograms page={page} />
        </>
      )}
    </Side>
  );
};

/** The title grows with what is typed into it, and has no line of its own to break. */
const TitleField = ({
  value,
  change,
}: {
  readonly value: string;
  readonly change: (title: string) => void;
}) => {
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    element.style.height = "auto";
    element.style.height = `${element.scrollHeight}px`;
  }, [value]);
  return (
    <textarea
      ref={area}
      class="title"
      rows={1}
      dir="auto"
      maxLength={255}
      aria-label={texts.editor.untitled}
      placeholder={texts.editor.untitled}
      value={value}
      onInput={(event) => change(event.currentTarget.value.replace(/\n/g, " "))}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        document
          .querySelector<HTMLElement>(".paper > .source textarea, .text:not([hidden]) .ProseMirror")
          ?.focus();
      }}
    />
  );
};
