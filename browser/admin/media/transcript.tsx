import { useSignal } from "@preact/signals";
import { tell } from "../shell/notices.tsx";
import { messageOf, service } from "../shell/service.ts";
import { bytesText } from "./amounts.ts";
import type { MediaObject } from "./read-media.ts";
import { words } from "./texts.ts";

const path = "/api/editor/media/audios/{id}/transcript/";

/** The types of transcripts by the ends of their names. */
const types: Readonly<Record<string, string>> = {
  vtt: "text/vtt",
  srt: "application/x-subrip",
  json: "application/json",
  txt: "text/plain",
};

/** What is said in an audio: read, given, replaced and removed as a file. */
export const Transcript = ({
  media,
  changed,
}: {
  readonly media: MediaObject;
  readonly changed: (media: MediaObject) => void;
}) => {
  const problem = useSignal("");
  const isBusy = useSignal(false);
  const params = { id: media.id };
  const act = async (work: () => Promise<MediaObject>) => {
    isBusy.value = true;
    problem.value = "";
    try {
      changed(await work());
      tell(words.saved);
    } catch (error) {
      problem.value = messageOf(error);
    }
    isBusy.value = false;
  };
  const give = (file: File | undefined) => {
    if (!file) return;
    const type = types[/\.(\w+)$/.exec(file.name.toLowerCase())?.[1] ?? ""];
    if (!type) {
      problem.value = words.transcriptFormat;
      return;
    }
    void act(
      async () =>
        (await service.request("put", path, {
          params,
          text: { type, content: await file.text() },
        })) as unknown as MediaObject,
    );
  };
  const remove = () =>
    act(async () => {
      await service.request("delete", path, { params });
      return { ...media, transcript: null };
    });
  return (
    <section class="card" aria-label={words.transcript}>
      <h2>{words.transcript}</h2>
      <p>
        {media.transcript ? words.hasTranscript(bytesText(media.transcript.bytes)) : words.noTranscript}{" "}
        {media.transcript && (
          <a href={`${path.replace("{id}", String(media.id))}?format=vtt`} target="_blank" rel="noreferrer">
            {words.readTranscript}
          </a>
        )}
      </p>
      {media.may?.edit && (
        <div class="buttons">
          <label class="button">
            {media.transcript ? words.changeTranscript : words.giveTranscript}
            <input
              type="file"
              class="unseen"
              accept=".vtt,.srt,.json,.txt"
              disabled={isBusy.value}
              onChange={({ currentTarget }) => {
                give(currentTarget.files?.[0]);
                currentTarget.value = "";
              }}
            />
          </label>
          {media.transcript && (
            <button type="button" class="plain" disabled={isBusy.value} onClick={remove}>
              {words.removeTranscript}
            </button>
          )}
        </div>
      )}
      <p class="quiet">{words.transcriptHelp}</p>
      {problem.value && (
        <p role="alert" class="problem">
          {problem.value}
        </p>
      )}
    </section>
  );
};
