import { useId } from "preact/hooks";
import type { Json, JsonObject } from "#lib/json.ts";
import { site } from "../shell/schema.ts";
import { Choices } from "./choices.tsx";
import type { FieldDescription } from "./field-description.ts";
import { ImageKey } from "./image-key.tsx";
import { MediaInput } from "./media-input.tsx";
import { Objects } from "./objects.tsx";
import { RichText } from "./rich-text.tsx";
import { ThemeInput } from "./theme-input.tsx";
import { Tokens } from "./tokens.tsx";
import { ZoneInput } from "./zone-input.tsx";

interface FieldProps {
  readonly field: FieldDescription;
  readonly value: Json | undefined;
  readonly change: (value: Json) => void;
  /** What the service has said of it. */
  readonly problem?: string | undefined;
}

/** A labelled input for a field, as its description says. */
export const Field = ({ field, value, change, problem }: FieldProps) => {
  const id = useId();
  const isGroup = isGrouped(field);
  const label = (
    <>
      {field.label}
      {field.required && <span aria-hidden="true"> *</span>}
    </>
  );
  const about =
    [field.help && `${id}-help`, problem && `${id}-problem`].filter(Boolean).join(" ") || undefined;
  const input = <Input {...{ field, value, change }} id={id} about={about} isWrong={problem !== undefined} />;
  const below = (
    <>
      {field.help && (
        <small id={`${id}-help`} class="help">
          {field.help}
        </small>
      )}
      {problem && (
        <small id={`${id}-problem`} class="problem" role="alert">
          {problem}
        </small>
      )}
    </>
  );
  if (isGroup)
    return (
      <fieldset class="field" aria-describedby={about}>
        <legend>{label}</legend>
        {input}
        {below}
      </fieldset>
    );
  return (
    <div class={field.type === "boolean" ? "field ticked" : "field"}>
      <label for={id}>{label}</label>
      {input}
      {below}
    </div>
  );
};

const isGrouped = ({ type, items, reference }: FieldDescription): boolean =>
  (type === "list" &&
    (items?.reference === "category" || items?.type === "choice" || items?.type === "object")) ||
  type === "object" ||
  type === "rich_text" ||
  isMedia(reference);

const isOneLine = ({ type }: FieldDescription): boolean => ["url", "email", "slug"].includes(type);

const isMedia = (reference: string | undefined): reference is "image" | "audio" | "video" =>
  reference === "image" || reference === "audio" || reference === "video";

interface InputProps extends FieldProps {
  readonly id: string;
  readonly about: string | undefined;
  readonly isWrong: boolean;
}

const Input = ({ field, value, change, id, about, isWrong }: InputProps) => {
  const common = { id, "aria-describedby": about, "aria-invalid": isWrong || undefined };
  const text = typeof value === "string" ? value : "";
  const emptyOr = (typed: string): Json => (typed === "" && field.nullable ? null : typed);
  switch (field.type) {
    case "boolean":
      return (
        <input
          {...common}
          type="checkbox"
          checked={value === true}
          onChange={(event) => change(event.currentTarget.checked)}
        />
      );
    case "integer":
    case "number":
      return (
        <input
          {...common}
          type="number"
          step={field.type === "integer" ? 1 : "any"}
          value={typeof value === "number" ? value : ""}
          onInput={({ currentTarget }) =>
            change(currentTarget.value === "" ? null : Number(currentTarget.value))
          }
        />
      );
    case "choice":
      return (
        <select
          {...common}
          value={String(value ?? "")}
          onChange={({ currentTarget }) =>
            change(field.choices?.find((choice) => String(choice.value) === currentTarget.value)?.value ?? "")
          }
        >
          {field.choices?.map((choice) => (
            <option key={choice.value} value={String(choice.value)}>
              {choice.label}
            </option>
          ))}
        </select>
      );
    case "instant":
      return (
        <input
          {...common}
          type="datetime-local"
          value={localOf(text)}
          onInput={({ currentTarget }) => {
            if (currentTarget.value !== "") change(new Date(currentTarget.value).toISOString());
          }}
        />
      );
    case "rich_text":
      return <RichText label={field.label} value={text} change={(html) => change(emptyOr(html))} />;
    case "tags":
      return <Tokens {...common} values={listOf(value)} change={change} />;
    case "list":
      if (field.items?.reference === "category") return <Categories value={value} change={change} />;
      if (field.items?.type === "choice")
        return <Choices id={id} field={field} values={listOf(value)} change={change} />;
      if (field.items?.type === "object")
        return (
          <Objects
            field={field}
            values={listOfObjects(value)}
            change={change}
            draw={(part, held, changePart) => (
              <Field key={part.name} field={part} value={held} change={changePart} />
            )}
          />
        );
      if (field.items?.type === "text" || field.items?.reference)
        return <Tokens {...common} values={listOf(value)} change={change} />;
      return null;
    case "object":
      if (field.fields?.some(({ name, reference }) => name === "id" && isMedia(reference)))
        return <MediaObject field={field} value={value} change={change} />;
      return (
        <>
          {field.fields?.map((part) => (
            <Field
              key={part.name}
              field={part}
              value={objectOf(value)[part.name]}
              change={(changed) => change({ ...objectOf(value), [part.name]: changed })}
            />
          ))}
        </>
      );
    case "reference":
      if (field.reference === "theme") return <ThemeInput {...common} value={text} change={change} />;
      if (field.fields?.some(({ name }) => name === "image"))
        return <ImageKey value={objectOf(value).image as string | undefined} change={change} />;
      if (isMedia(field.reference)) return <MediaObject field={field} value={value} change={change} />;
      return (
        <input
          {...common}
          value={String(field.fields ? (objectOf(value).id ?? "") : (value ?? ""))}
          onInput={({ currentTarget: { value: typed } }) => {
            if (typed === "") change(null);
            else if (field.fields) change({ id: Number(typed) });
            else change(typed);
          }}
        />
      );
    default:
      if (field.name === "timezone")
        return <ZoneInput {...common} value={text} change={(typed) => change(emptyOr(typed))} />;
      return field.max_length !== undefined || isOneLine(field) ? (
        <input
          {...common}
          type={(field.type === "url" || field.type === "email" ? field.type : "text") as "text"}
          dir="auto"
          maxLength={field.max_length}
          value={text}
          onInput={({ currentTarget }) => change(emptyOr(currentTarget.value))}
        />
      ) : (
        <textarea
          {...common}
          dir="auto"
          rows={3}
          value={text}
          onInput={({ currentTarget }) => change(emptyOr(currentTarget.value))}
        />
      );
  }
};

const listOf = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.map((each) => String(each)) : [];

const listOfObjects = (value: Json | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.map((each) => objectOf(each)) : [];

const objectOf = (value: Json | undefined): JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

/** An instant as an input of the browser's own time zone has it. */
const localOf = (instant: string): string => {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return "";
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

const Categories = ({ value, change }: Pick<FieldProps, "value" | "change">) => {
  const chosen = new Set(Array.isArray(value) ? value : []);
  return (
    <div class="ticks">
      {site.value?.categories.map(({ id, name }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={chosen.has(id)}
            onChange={({ currentTarget }) => {
              const rest = [...chosen].filter((each) => each !== id);
              change(currentTarget.checked ? [...rest, id] : rest);
            }}
          />
          {name}
        </label>
      ))}
    </div>
  );
};

/** A picture, audio or video with what is said of it here. */
const MediaObject = ({ field, value, change }: Pick<FieldProps, "field" | "value" | "change">) => {
  const chosen = objectOf(value);
  const kind = (field.reference ?? field.fields?.find(({ name }) => name === "id")?.reference) as "image";
  const id = typeof chosen.id === "number" ? chosen.id : null;
  return (
    <>
      <MediaInput
        kind={kind}
        id={id}
        choose={(found) => change(found === null ? null : { ...(id === found ? chosen : {}), id: found })}
      />
      {id !== null &&
        field.fields
          ?.filter(({ name }) => name !== "id")
          .map((part) => (
            <Field
              key={part.name}
              field={part}
              value={chosen[part.name]}
              change={(changed) => change({ ...chosen, [part.name]: changed })}
            />
          ))}
    </>
  );
};
