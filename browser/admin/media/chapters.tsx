import type { Json, JsonObject } from "#lib/json.ts";
import { Field } from "../forms/field.tsx";
import type { FieldDescription } from "../forms/field-description.ts";
import { timeText } from "./amounts.ts";
import { words } from "./texts.ts";

/** True for a list of what begins at a time. */
export const isChapters = ({ type, items }: FieldDescription): boolean =>
  type === "list" && items?.fields?.some(({ name }) => name === "start") === true;

/** Parts of a recording, in rows that can be added and removed. The service puts them in order. */
export const Chapters = ({
  field,
  value,
  change,
  problem,
}: {
  readonly field: FieldDescription;
  readonly value: Json;
  readonly change: (value: Json) => void;
  readonly problem: string | undefined;
}) => {
  const rows = (Array.isArray(value) ? value : []) as readonly JsonObject[];
  const others = field.items?.fields?.filter(({ name }) => name !== "start" && name !== "title") ?? [];
  const named = field.items?.fields?.find(({ name }) => name === "title");
  // What a title is for is said above the rows, and need not be said in each.
  const title = named && withoutHelp(named);
  const set = (index: number, part: JsonObject) =>
    change(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  return (
    <fieldset class="field">
      <legend>{field.label}</legend>
      {rows.map((row, index) => (
        <fieldset key={index} class="chapter">
          <legend class="unseen">{words.chapter(index + 1)}</legend>
          <Field
            field={{ name: "start", type: "text", label: words.start, max_length: 20 }}
            value={typeof row.start === "number" ? timeText(row.start) : row.start}
            change={(start) => set(index, { start })}
          />
          {title && <Field field={title} value={row.title} change={(text) => set(index, { title: text })} />}
          <button
            type="button"
            class="plain icon"
            aria-label={words.removeChapter(index + 1)}
            onClick={() => change(rows.filter((_, at) => at !== index))}
          >
            ×
          </button>
          <details class="more" open={others.some(({ name }) => Boolean(row[name]))}>
            <summary>{others.map(({ label }) => label).join(", ")}</summary>
            <div>
              {others.map((other) => (
                <Field
                  key={other.name}
                  field={other}
                  value={row[other.name]}
                  change={(text) => set(index, { [other.name]: text })}
                />
              ))}
            </div>
          </details>
        </fieldset>
      ))}
      <small class="help">{words.startHelp}</small>
      {problem && (
        <small class="problem" role="alert">
          {problem}
        </small>
      )}
      <div class="buttons">
        <button
          type="button"
          onClick={() => change([...rows, { start: "", title: "", link: "", image: "" }])}
        >
          {words.addChapter}
        </button>
      </div>
    </fieldset>
  );
};

const withoutHelp = ({ help: _, ...field }: FieldDescription): FieldDescription => field;
