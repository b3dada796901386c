import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { tell } from "../shell/notices.tsx";
import { obstacle } from "../shell/service.ts";
import { AlternativeTexts } from "./alternative-texts.tsx";
import { bytesText } from "./amounts.ts";
import { DropPlace } from "./drop-place.tsx";
import { words } from "./texts.ts";
import {
  cancelUpload,
  chooseAgain,
  clearUploads,
  hasFile,
  type MediaUpload,
  pauseUpload,
  resumeUpload,
  undescribed,
  uploads,
} from "./uploads.ts";

const said = words.uploads;

/** What is being uploaded, on every screen; and where files are dropped. */
export const UploadsPanel = () => {
  const isOpen = useSignal(true);
  const toggle = useRef<HTMLButtonElement>(null);
  const all = uploads.value;
  const done = all.filter(({ state }) => state === "done").length;
  const isLost = all.some(({ state }) => state === "lost");
  useEffect(() => {
    if (isLost) tell(said.lost);
  }, [isLost]);
  const keepFocus = () => toggle.current?.focus();
  if (all.length === 0 && undescribed.value.length === 0) return <DropPlace />;
  return (
    <>
      <DropPlace />
      <section class="uploads" aria-label={said.title}>
        <header>
          <h2>{said.title}</h2>
          <span role="status">{all.length > 0 && said.summary(done, all.length)}</span>
          <button
            ref={toggle}
            type="button"
            class="plain"
            aria-expanded={isOpen.value}
            onClick={() => {
              isOpen.value = !isOpen.value;
            }}
          >
            {isOpen.value ? said.hide : said.open}
          </button>
        </header>
        {isOpen.value && (
          <div class="inside">
            <AlternativeTexts keepFocus={keepFocus} />
            <ul>
              {all.map((upload) => (
                <Item key={upload.id} upload={upload} keepFocus={keepFocus} />
              ))}
            </ul>
            {done > 0 && (
              <button type="button" class="plain" onClick={clearUploads}>
                {said.clear}
              </button>
            )}
          </div>
        )}
      </section>
    </>
  );
};

const canPause = ["waiting", "sending", "finishing", "lost"];

const Item = ({ upload, keepFocus }: { readonly upload: MediaUpload; readonly keepFocus: () => void }) => {
  const { id, name, state, sizeBytes, sentBytes, result } = upload;
  const problem = useSignal("");
  const isDone = state === "done";
  const shownState = state === "signed out" && obstacle.value === null ? "waiting" : state;
  const choose = (file: File | undefined) => {
    problem.value = !file || chooseAgain(id, file) ? "" : said.otherFile;
  };
  return (
    <li class={state}>
      <div class="what">
        {result ? <a href={`/cms/${result.kind}s/${result.media.id}/edit/`}>{name}</a> : <span>{name}</span>}
        <small>
          {upload.problem || said.states[shownState]}
          {!isDone && ` · ${bytesText(sizeBytes)}`}
        </small>
        {!isDone && state !== "refused" && (
          <progress
            aria-label={name}
            max={100}
            {...(state === "finishing" ? {} : { value: (100 * sentBytes) / Math.max(sizeBytes, 1) })}
          />
        )}
        {problem.value && (
          <small role="alert" class="problem">
            {problem.value}
          </small>
        )}
      </div>
      {state === "interrupted" && (
        <label class="button">
          {said.again(name)}
          <input
            type="file"
            class="unseen"
            onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
          />
        </label>
      )}
      {state === "needs leave" && (
        <button type="button" onClick={() => void resumeUpload(id)}>
          {said.goOn}
          <span class="unseen"> {name}</span>
        </button>
      )}
      {canPause.includes(state) && (
        <button
          type="button"
          class="plain icon"
          aria-label={said.pause(name)}
          onClick={() => pauseUpload(id)}
        >
          ⏸
        </button>
      )}
      {state === "paused" && (
        <button
          type="button"
          class="plain icon"
          aria-label={said.resume(name)}
          onClick={() => void resumeUpload(id)}
        >
          ▶
        </button>
      )}
      {(state === "refused" || state === "lost") && hasFile(id) && (
        <button
          type="button"
          class="plain icon"
          aria-label={said.retry(name)}
          onClick={() => void resumeUpload(id)}
        >
          ↻
        </button>
      )}
      <button
        type="button"
        class="plain icon"
        aria-label={isDone || state === "refused" ? said.dismiss(name) : said.cancel(name)}
        onClick={() => {
          keepFocus();
          cancelUpload(id);
        }}
      >
        ×
      </button>
    </li>
  );
};
