import { useSignal } from "@preact/signals";
import type { Json, JsonObject } from "#lib/json.ts";
import { Refusal } from "../../../packages/client/src/index.ts";
import { Field } from "../forms/field.tsx";
import type { FieldDescription } from "../forms/field-description.ts";
import { goToFirstProblem } from "../forms/first-problem.ts";
import { tell } from "../shell/notices.tsx";
import { messageOf } from "../shell/service.ts";
import { useUnsaved } from "../shell/unsaved.ts";
import { settingsTexts as words } from "./texts.ts";
import { changeThings, type Section } from "./things.ts";

interface ThingFormProps {
  readonly section: Section;
  readonly fields: readonly FieldDescription[];
  /** The object as it is; without one, the form makes one. */
  readonly value?: JsonObject;
  readonly saved?: () => void;
}

/** A form for the values of a section, or for one object of it. Only what was changed is sent. */
export const ThingForm = ({ section, fields, value, saved }: ThingFormProps) => {
  const typed = useSignal<JsonObject>({});
  const problems = useSignal<ReadonlyMap<string, string>>(new Map());
  const general = useSignal<readonly string[]>([]);
  const isBusy = useSignal(false);
  useUnsaved(() => Object.keys(typed.value).length > 0);
  const mayBeSaved = () => !isBusy.value && Object.keys(typed.value).length > 0;
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!mayBeSaved()) return;
    const form = event.currentTarget as HTMLFormElement;
    const sent = typed.value;
    isBusy.value = true;
    problems.value = new Map();
    general.value = [];
    try {
      await changeThings(changeOf(section, value, sent));
      // What was typed while the answer was on its way is still to be saved.
      typed.value = Object.fromEntries(
        Object.entries(typed.value).filter(([name, written]) => written !== sent[name]),
      ) as JsonObject;
      tell(words.saved);
      saved?.();
    } catch (error) {
      const names = new Set(fields.map(({ name }) => name));
      const told = error instanceof Refusal ? error.problems : [];
      const byField = new Map<string, string>();
      const others: string[] = [];
      for (const { path, message } of told) {
        const name = path.split(".").find((part) => names.has(part));
        if (name) byField.set(name, [byField.get(name), message].filter(Boolean).join(" "));
        else others.push(message);
      }
      problems.value = byField;
      general.value = told.length > 0 ? others : [messageOf(error)];
      goToFirstProblem(form);
    }
    isBusy.value = false;
  };
  return (
    <form class="stack thing" onSubmit={save}>
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={
            // What was emptied is null, and stays so.
            field.name in typed.value
              ? typed.value[field.name]
              : (value?.[field.name] ?? (field.default as Json | undefined))
          }
          change={(changed) => {
            typed.value = { ...typed.value, [field.name]: changed };
          }}
          problem={problems.value.get(field.name)}
        />
      ))}
      {general.value.length > 0 && (
        <ul class="problem" role="alert">
          {general.value.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <button type="submit" class="primary" aria-disabled={!mayBeSaved()}>
        {value || !section.identity ? words.save : words.add}
      </button>
    </form>
  );
};

/** What is typed as a change of the site's things; another name of an object is a renaming. */
const changeOf = ({ name, identity }: Section, value: JsonObject | undefined, typed: JsonObject) => {
  if (name === "settings") return { set: { settings: typed } };
  if (!identity) return { set: { [name]: typed[name] } };
  const before = value?.[identity];
  const after = typed[identity] ?? before;
  return {
    ...(value && after !== before && { rename: { [name]: { [String(before)]: after } } }),
    set: {
      [name]: [{ ...(value?.type !== undefined && { type: value.type }), ...typed, [identity]: after }],
    },
  } as never;
};
