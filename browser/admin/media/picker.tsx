import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Dialog } from "../shell/dialog.tsx";
import { messageOf } from "../shell/service.ts";
import { useSettled } from "../shell/settled.ts";
import { type BegunUpload, beginUpload } from "../shell/uploading.ts";
import { texts } from "../texts/index.ts";
import { listMedia, type MediaKind, readMedia, type ShownMedia } from "./read-media.ts";

/** A choice among what is there, or a file of one's own. */
export const MediaPicker = ({
  kind,
  choose,
}: {
  readonly kind: MediaKind;
  readonly choose: (chosen: ShownMedia | undefined) => void;
}) => {
  const search = useSignal("");
  const found = useSignal<readonly ShownMedia[] | null>(null);
  const problem = useSignal("");
  const mine = useSignal<BegunUpload | null>(null);
  const isGone = useRef(false);
  useSettled(
    (isPast) =>
      listMedia(kind, search.value).then(
        ({ results }) => {
          if (!isPast()) found.value = results;
        },
        (error) => {
          problem.value = messageOf(error);
        },
      ),
    [kind, search.value],
  );
  const send = async (file: File | undefined) => {
    if (!file) return;
    mine.value = await beginUpload(file, { kind });
    const found = await mine.value.made;
    // Whoever has closed the dialog wants nothing put anywhere any more.
    if (found && !isGone.current) choose(await readMedia(kind, found.id));
  };
  useEffect(
    () => () => {
      isGone.current = true;
    },
    [],
  );
  const isBusy = mine.value?.isGoing.value ?? false;
  return (
    <Dialog title={texts.media.pick[kind]} className="picker" close={() => choose(undefined)}>
      <div class="filters">
        <input
          type="search"
          autofocus
          aria-label={texts.media.search}
          placeholder={texts.media.search}
          onInput={({ currentTarget }) => {
            search.value = currentTarget.value;
          }}
        />
        <label class="button">
          {isBusy ? texts.media.uploading : texts.media.upload}
          <input
            type="file"
            class="unseen"
            accept={`${kind}/*`}
            disabled={isBusy}
            onChange={({ currentTarget }) => send(currentTarget.files?.[0])}
          />
        </label>
      </div>
      {problem.value && (
        <p role="alert" class="problem">
          {problem.value}
        </p>
      )}
      {mine.value && <p role="status">{mine.value.said}</p>}
      {found.value?.length === 0 && <p class="waiting">{texts.media.nothing}</p>}
      <ul class={kind === "image" ? "tiles" : "names"}>
        {found.value?.map((media) => (
          <li key={media.id}>
            <button type="button" class="plain" onClick={() => choose(media)}>
              {kind === "image" && <img src={media.url} alt="" loading="lazy" />}
              <span>{media.title}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
};
