import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Dialog } from "../shell/dialog.tsx";
import { messageOf } from "../shell/service.ts";
import { texts } from "../texts/index.ts";
import { listMedia, type MediaKind, readMedia, type ShownMedia } from "./read-media.ts";
import { uploadFile } from "./uploads.ts";

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
  const isBusy = useSignal(false);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      listMedia(kind, search.value).then(
        ({ results }) => {
          if (isCurrent) found.value = results;
        },
        (error) => {
          problem.value = messageOf(error);
        },
      );
    }, 150);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [kind, search.value]);
  const upload = async (file: File | undefined) => {
    if (!file) return;
    isBusy.value = true;
    const made = await uploadFile(file, { kind });
    if (made) choose(await readMedia(kind, made.media.id));
    isBusy.value = false;
  };
  return (
    <Dialog title={texts.media.pick[kind]} className="picker" close={() => choose(undefined)}>
      <div class="filters">
        <input
          type="search"
          aria-label={texts.media.search}
          placeholder={texts.media.search}
          onInput={({ currentTarget }) => {
            search.value = currentTarget.value;
          }}
        />
        <label class="button">
          {isBusy.value ? texts.media.uploading : texts.media.upload}
          <input
            type="file"
            class="unseen"
            accept={`${kind}/*`}
            disabled={isBusy.value}
            onChange={({ currentTarget }) => upload(currentTarget.files?.[0])}
          />
        </label>
      </div>
      {problem.value && (
        <p role="alert" class="problem">
          {problem.value}
        </p>
      )}
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
