import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { tell } from "../shell/notices.tsx";
import { messageOf, service } from "../shell/service.ts";
import { forgetMedia, type MediaObject, thumbnailOf } from "./read-media.ts";
import { words } from "./texts.ts";
import { undescribed } from "./uploads.ts";

const forget = (id: number): void => {
  undescribed.value = undescribed.value.filter((picture) => picture.id !== id);
};

/** Asks for what each new picture shows, at once, and wherever one is. */
export const AlternativeTexts = ({ keepFocus }: { readonly keepFocus: () => void }) => {
  const list = useRef<HTMLUListElement>(null);
  const pictures = undescribed.value;
  if (pictures.length === 0) return null;
  /** The next field, or where the panel is closed. */
  const goOn = (id: number) => {
    const inputs = [...(list.current?.querySelectorAll("input") ?? [])];
    const at = pictures.findIndex((picture) => picture.id === id);
    const next = inputs[at + 1] ?? inputs[at - 1];
    if (next) next.focus();
    else keepFocus();
    forget(id);
  };
  return (
    <div class="describe">
      <p>{words.uploads.describe(pictures.length)}</p>
      <ul ref={list}>
        {pictures.map((picture) => (
          <Asked key={picture.id} picture={picture} goOn={() => goOn(picture.id)} />
        ))}
      </ul>
      <button
        type="button"
        class="plain"
        onClick={() => {
          keepFocus();
          undescribed.value = [];
        }}
      >
        {words.uploads.decorative}
      </button>
    </div>
  );
};

const Asked = ({ picture, goOn }: { readonly picture: MediaObject; readonly goOn: () => void }) => {
  const problem = useSignal("");
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const text = String(new FormData(event.target as HTMLFormElement).get("alt")).trim();
    if (text === "") return;
    try {
      await service.updateImage(picture.id, { alt_text: text });
      forgetMedia("image", picture.id);
      tell(words.uploads.described);
      goOn();
    } catch (error) {
      problem.value = messageOf(error);
    }
  };
  return (
    <li>
      <form onSubmit={save}>
        <img src={thumbnailOf(picture)} alt="" loading="lazy" />
        <input
          name="alt"
          dir="auto"
          maxLength={255}
          required
          aria-label={`${words.alt}: ${picture.title}`}
          placeholder={picture.title ?? ""}
        />
        <button type="submit">{words.save}</button>
        {problem.value && (
          <small role="alert" class="problem">
            {problem.value}
          </small>
        )}
      </form>
    </li>
  );
};
