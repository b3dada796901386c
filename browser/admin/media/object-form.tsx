import { useSignal } from "@preact/signals";
import { useEffect, useId } from "preact/hooks";
import type { Json } from "#lib/json.ts";
import { Refusal } from "../../../packages/client/src/refusal.ts";
import { Field } from "../forms/field.tsx";
import type { FieldDescription } from "../forms/field-description.ts";
import { goToFirstProblem } from "../forms/first-problem.ts";
import { tell } from "../shell/notices.tsx";
import { needSchema, schema } from "../shell/schema.ts";
import { messageOf, service } from "../shell/service.ts";
import { useUnsaved } from "../shell/unsaved.ts";
import { Chapters, isChapters } from "./chapters.tsx";
import { FocalPoint, isFocalPoint } from "./focal-point.tsx";
import { forgetMedia, type MediaKind, type MediaObject, onePath, readCollections } from "./read-media.ts";
import { words } from "./texts.ts";

type Values = Readonly<Record<string, Json>>;

/** The fields of a kind that can be changed: no files, and nothing that only an upload says. */
const fieldsOf = (kind: MediaKind, media: MediaObject): readonly FieldDescription[] => {
  const described = (schema.value?.kinds[kind]?.fields ?? []) as readonly FieldDescription[];
  return described.filter(
    ({ name, reference, type }) => Object.hasOwn(media, name) && reference !== "file" && !(type === "choice"),
  );
};

const valueIn = (media: MediaObject, { name }: FieldDescription): Json => {
  const value = (media as unknown as Readonly<Record<string, Json>>)[name] ?? null;
  return name === "collection" ? media.collection.id : value;
};

/** A form as the description of fields has it; what has changed is saved at once, by a button. */
export const ObjectForm = ({
  kind,
  media,
  changed,
}: {
  readonly kind: MediaKind;
  readonly media: MediaObject;
  readonly changed: (media: MediaObject) => void;
}) => {
  const typed = useSignal<Values>({});
  const problems = useSignal<Readonly<Record<string, string>>>({});
  const isBusy = useSignal(false);
  useEffect(() => {
    needSchema().catch((error) => {
      problems.value = { "": messageOf(error) };
    });
  }, []);
  useUnsaved(() => Object.keys(typed.value).length > 0);
  const fields = fieldsOf(kind, media);
  const mayBeSaved = () => !isBusy.value && Object.keys(typed.value).length > 0;
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!mayBeSaved()) return;
    const form = event.currentTarget as HTMLFormElement;
    const sent = typed.value;
    isBusy.value = true;
    try {
      const saved = await service.request("patch", onePath(kind), { params: { id: media.id }, json: sent });
      forgetMedia(kind, media.id);
      // What was typed while the answer was on its way is still to be saved.
      typed.value = Object.fromEntries(
        Object.entries(typed.value).filter(([name, value]) => value !== sent[name]),
      );
      problems.value = {};
      changed(saved as unknown as MediaObject);
      tell(words.saved);
    } catch (error) {
      problems.value = problemsIn(error);
      goToFirstProblem(form);
    }
    isBusy.value = false;
  };
  const change = (name: string) => (value: Json) => {
    typed.value = { ...typed.value, [name]: value };
  };
  return (
    <form class="card" onSubmit={save} aria-label={words.details}>
      <h2>{words.details}</h2>
      <fieldset class="stack" disabled={media.may?.edit === false}>
        {fields.map((field) => {
          const value = field.name in typed.value ? typed.value[field.name]! : valueIn(media, field);
          const problem = problemOf(problems.value, field.name);
          const props = { value, problem, change: change(field.name) };
          if (field.reference === "collection")
            return <Collection key={field.name} {...{ kind, field, media }} {...props} />;
          if (isFocalPoint(field)) return <FocalPoint key={field.name} media={media} {...props} />;
          if (isChapters(field)) return <Chapters key={field.name} field={field} {...props} />;
          return <Field key={field.name} field={inWords(field)} {...props} />;
        })}
        {problems.value[""] && (
          <p role="alert" class="problem">
            {problems.value[""]}
          </p>
        )}
        <button type="submit" class="primary" aria-disabled={!mayBeSaved()}>
          {words.save}
        </button>
      </fieldset>
    </form>
  );
};

/** The alternative text is called so here, because that is what it is for. */
const inWords = (field: FieldDescription): FieldDescription =>
  field.name === "alt_text" ? { ...field, label: words.alt, help: words.altHelp } : field;

const problemsIn = (error: unknown): Readonly<Record<string, string>> => {
  if (!(error instanceof Refusal) || error.problems.length === 0) return { "": messageOf(error) };
  return Object.fromEntries(error.problems.map(({ path, message }) => [path, message]));
};

/** What was said of a field, or of a part of it. */
const problemOf = (problems: Readonly<Record<string, string>>, name: string): string | undefined => {
  const said = Object.entries(problems).filter(([path]) => path === name || path.startsWith(`${name}.`));
  return said.length === 0
    ? undefined
    : said
        .map(([path, message]) => (path === name ? message : `${path.slice(name.length + 1)}: ${message}`))
        .join(" ");
};

const Collection = ({
  kind,
  field,
  media,
  value,
  change,
  problem,
}: {
  readonly kind: MediaKind;
  readonly field: FieldDescription;
  readonly media: MediaObject;
  readonly value: Json;
  readonly change: (value: Json) => void;
  readonly problem: string | undefined;
}) => {
  const id = useId();
  const there = useSignal<readonly { readonly id: number; readonly breadcrumb: string }[]>([]);
  useEffect(() => {
    readCollections(kind).then(
      (found) => {
        there.value = found;
      },
      () => {},
    );
  }, [kind]);
  const own = { id: media.collection.id, breadcrumb: media.collection.name };
  const choices = there.value.some((each) => each.id === own.id) ? there.value : [own, ...there.value];
  return (
    <div class="field">
      <label for={id}>{field.label}</label>
      <select
        id={id}
        aria-describedby={problem ? `${id}-problem` : undefined}
        value={String(value)}
        onChange={({ currentTarget }) => change(Number(currentTarget.value))}
      >
        {choices.map((each) => (
          <option key={each.id} value={each.id}>
            {each.breadcrumb}
          </option>
        ))}
      </select>
      {field.help && <small class="help">{field.help}</small>}
      {problem && (
        <small id={`${id}-problem`} class="problem" role="alert">
          {problem}
        </small>
      )}
    </div>
  );
};
