import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { addressOf } from "../shell/router.ts";
import { messageOf } from "../shell/service.ts";
import { timeText } from "./amounts.ts";
import { MediaForPrograms } from "./for-programs.tsx";
import { ObjectForm } from "./object-form.tsx";
import { filesOf, type MediaKind, type MediaObject, readMediaObject } from "./read-media.ts";
import { RemoveObject } from "./remove-object.tsx";
import { ReplaceObject } from "./replace-object.tsx";
import { words } from "./texts.ts";
import { Transcript } from "./transcript.tsx";
import { UsesOfObject, usesOf } from "./uses.tsx";

/** All about one picture, audio or video: what it is, where it is used, and what one may do with it. */
export const ObjectPage = ({ kind, id }: { readonly kind: MediaKind; readonly id: number }) => {
  const media = useSignal<MediaObject | null>(null);
  const problem = useSignal("");
  const uses = usesOf(kind, id);
  const read = () =>
    readMediaObject(kind, id).then(
      (found) => {
        media.value = found;
        problem.value = "";
      },
      (error) => {
        problem.value = messageOf(error);
      },
    );
  useEffect(() => {
    void read();
  }, [kind, id]);
  if (!media.value)
    return (
      <p class="waiting">
        {problem.value && `${words.gone} ${problem.value} `}
        {problem.value && <a href={addressOf("/media/")}>{words.back}</a>}
      </p>
    );
  const object = media.value;
  const change = (changed: MediaObject) => {
    media.value = { ...changed, ...(object.may && { may: object.may }) };
  };
  return (
    <section class="object">
      <header class="heading">
        <h1>{object.title || words.untitled}</h1>
        <a class="back" href={addressOf(kind === "image" ? "/media/" : `/media/?kind=${kind}`)}>
          {words.back}
        </a>
      </header>
      {object.may?.edit === false && <p class="quiet">{words.readOnly}</p>}
      <div class="parts">
        <div>
          <Seen kind={kind} media={object} />
          <UsesOfObject uses={uses} />
          <MediaForPrograms kind={kind} id={id} />
        </div>
        <div>
          <ObjectForm kind={kind} media={object} changed={change} />
          {kind === "audio" && <Transcript media={object} changed={change} />}
          <div class="buttons">
            <ReplaceObject kind={kind} media={object} uses={uses} />
            {object.may?.delete && <RemoveObject kind={kind} media={object} uses={uses} />}
          </div>
        </div>
      </div>
    </section>
  );
};

/** The object itself, and the facts of its file. */
const Seen = ({ kind, media }: { readonly kind: MediaKind; readonly media: MediaObject }) => {
  const files = filesOf(media);
  return (
    <section class="card">
      <figure class="seen">
        {kind === "image" && <img src={media.file} alt={media.alt_text ?? ""} decoding="async" />}
        {kind === "audio" && (
          // biome-ignore lint/a11y/useMediaCaption: what is said in it is the transcript below
          <audio controls preload="none" aria-label={media.title || words.untitled} src={files[0]?.[1]} />
        )}
        {kind === "video" && (
          <video
            controls
            preload="none"
            aria-label={media.title || words.untitled}
            src={media.original}
            {...(media.poster && { poster: media.poster })}
          />
        )}
        <figcaption>
          <span>{words.id(media.id)}</span>
          <span>{media.collection.name}</span>
          {media.width !== undefined && media.height !== undefined && (
            <span>{words.size(media.width, media.height)}</span>
          )}
          {typeof media.duration === "number" && (
            <span>
              {words.duration}: {timeText(Math.round(media.duration))}
            </span>
          )}
          <span>
            {words.files}:{" "}
            {files.map(([name, url], index) => (
              <>
                {index > 0 && ", "}
                <a key={url} href={url} download>
                  {name}
                </a>
              </>
            ))}
          </span>
          {kind === "video" && !media.poster && <span>{words.noPoster}</span>}
        </figcaption>
      </figure>
    </section>
  );
};
