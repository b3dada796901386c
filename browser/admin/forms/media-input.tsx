import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { MediaPicker } from "../media/picker.tsx";
import { type MediaKind, readMedia, type ShownMedia } from "../media/read-media.ts";
import { texts } from "../texts/index.ts";

/** Shows what is chosen, and lets one choose another. */
export const MediaInput = ({
  kind,
  id,
  choose,
}: {
  readonly kind: MediaKind;
  readonly id: number | null;
  readonly choose: (id: number | null) => void;
}) => {
  const shown = useSignal<ShownMedia | null>(null);
  const isOpen = useSignal(false);
  useEffect(() => {
    shown.value = null;
    if (id === null) return;
    readMedia(kind, id).then(
      (media) => {
        shown.value = media;
      },
      () => {},
    );
  }, [kind, id]);
  return (
    <div class="media-input">
      {id !== null && shown.value && (
        <figure>
          {kind === "image" && shown.value.url && <img src={shown.value.url} alt={shown.value.alt} />}
          <figcaption>{shown.value.title}</figcaption>
        </figure>
      )}
      <button
        type="button"
        onClick={() => {
          isOpen.value = true;
        }}
      >
        {id === null ? texts.media.choose : texts.media.other}
      </button>
      {id !== null && (
        <button type="button" class="plain" onClick={() => choose(null)}>
          {texts.media.none}
        </button>
      )}
      {isOpen.value && (
        <MediaPicker
          kind={kind}
          choose={(chosen) => {
            isOpen.value = false;
            if (chosen) choose(chosen.id);
          }}
        />
      )}
    </div>
  );
};
