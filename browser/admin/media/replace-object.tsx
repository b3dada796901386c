import { useSignal } from "@preact/signals";
import type { JsonObject } from "#lib/json.ts";
import type { EditablePage } from "../../../packages/client/src/editor.ts";
import type { FieldDescription } from "../forms/field-description.ts";
import { Dialog } from "../shell/dialog.tsx";
import { DialogButton } from "../shell/dialog-button.tsx";
import { addressOf } from "../shell/router.ts";
import { needSchema, schema } from "../shell/schema.ts";
import { messageOf, service } from "../shell/service.ts";
import { type BegunUpload, beginUpload } from "../shell/uploading.ts";
import type { MediaKind, MediaObject } from "./read-media.ts";
import { type Replacement, replacedFields } from "./replaced-fields.ts";
import { words } from "./texts.ts";
import { isWritten, PageLink, type Uses } from "./uses.tsx";

/** Uploads a new file, and then changes every use, as drafts. The old object stays until one deletes it. */
export const ReplaceObject = ({
  kind,
  media,
  uses,
}: {
  readonly kind: MediaKind;
  readonly media: MediaObject;
  readonly uses: Uses;
}) => (
  <DialogButton
    label={words.replace}
    dialog={(close) => <ReplaceDialog {...{ kind, media, uses, close }} />}
    closed={() => void uses.read()}
  />
);

const ReplaceDialog = ({
  kind,
  media,
  uses,
  close,
}: Parameters<typeof ReplaceObject>[0] & { readonly close: () => void }) => {
  const upload = useSignal<BegunUpload | null>(null);
  const made = useSignal<number | null>(null);
  const results = useSignal<ReadonlyMap<number, string>>(new Map());
  const isBusy = useSignal(false);
  const problem = useSignal("");
  const pages = uses.pages.value ?? [];
  const send = async (file: File | undefined) => {
    if (!file) return;
    problem.value = "";
    upload.value = await beginUpload(file, { kind, collection: media.collection.id });
    const found = await upload.value.made;
    if (found?.id === media.id) problem.value = words.sameFile;
    else if (found) made.value = found.id;
  };
  /** What nobody has tried yet, or what was refused. */
  const left = pages.filter(({ id }) => !settled.includes(results.value.get(id) ?? ""));
  const start = async () => {
    if (made.value === null) return;
    isBusy.value = true;
    const replacement = { kind, from: media.id, to: made.value };
    // One after the other: a page that is refused holds back no other.
    for (const page of left) {
      const said = await replaceIn(page, replacement).catch(messageOf);
      results.value = new Map(results.value).set(page.id, said);
    }
    isBusy.value = false;
  };
  const done = [...results.value.values()].filter((said) => said === words.result.changed).length;
  return (
    <Dialog title={words.replace} close={close}>
      <div class="stack">
        <p>{words.replaceIntro}</p>
        {made.value === null && (
          <label class="button">
            {words.replaceChoose}
            <input
              type="file"
              class="unseen"
              accept={`${kind}/*`}
              onChange={({ currentTarget }) => void send(currentTarget.files?.[0])}
            />
          </label>
        )}
        {upload.value && <p role="status">{upload.value.said}</p>}
        {made.value !== null && (
          <p>
            <a href={addressOf(`/${kind}s/${made.value}/edit/`)}>{words.newObject}</a>
          </p>
        )}
        {problem.value && (
          <p role="alert" class="problem">
            {problem.value}
          </p>
        )}
        <p>{pages.length === 0 ? words.unused : words.usesCount(pages.length)}</p>
        <ul class="notes" aria-label={words.results}>
          {pages.map((page) => (
            <li key={page.id}>
              <PageLink page={page} />
              {results.value.has(page.id) && `: ${results.value.get(page.id)}`}
            </li>
          ))}
        </ul>
        <p role="status">{results.value.size > 0 && words.replaced(done, pages.length)}</p>
      </div>
      <footer>
        <button type="button" onClick={close}>
          {results.value.size > 0 ? words.close : words.cancel}
        </button>
        {left.length > 0 && (
          <button
            type="button"
            class="primary"
            disabled={isBusy.value || made.value === null}
            onClick={() => void start()}
          >
            {words.replaceStart(left.length)}
          </button>
        )}
      </footer>
    </Dialog>
  );
};

const settled: readonly string[] = Object.values(words.result);

/** Makes a draft of a page with the new object; says what became of it. */
const replaceIn = async (page: EditablePage, replacement: Replacement): Promise<string> => {
  if (!isWritten(page)) return words.result.container;
  await needSchema();
  const kind = page.type === "site.Episode" ? "episode" : "post";
  const posts = (kind === "episode" ? service.episodes : service.posts) as typeof service.posts;
  const fields = (schema.value?.kinds[kind]?.fields ?? []) as readonly FieldDescription[];
  const blocks = new Map((schema.value?.blocks ?? []).map((block) => [block.type, block.fields as never]));
  const post = await posts.read(page.id);
  const changes = replacedFields(post as unknown as JsonObject, fields, blocks, replacement);
  if (Object.keys(changes).length === 0) return words.result.nothing;
  await posts.update(post as never, changes as never);
  return words.result.changed;
};
