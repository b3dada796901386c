import type { JSX } from "preact";
import type { Json, JsonObject } from "#lib/json.ts";
import type { FieldDescription } from "./field-description.ts";
import { formTexts as words } from "./texts.ts";

/** A list of objects: each has its fields, and can be moved and taken away. */
export const Objects = ({
  field,
  values,
  change,
  draw,
}: {
  readonly field: FieldDescription;
  readonly values: readonly JsonObject[];
  readonly change: (values: Json) => void;
  /** Draws the input of a field. */
  readonly draw: (
    field: FieldDescription,
    value: Json | undefined,
    change: (value: Json) => void,
  ) => JSX.Element;
}) => {
  const parts = field.items?.fields ?? [];
  const replaced = (index: number, ...by: readonly JsonObject[]) =>
    change([...values.slice(0, index), ...by, ...values.slice(index + 1)]);
  return (
    <>
      {values.map((value, index) => (
        <fieldset key={index} class="object">
          <legend>{words.item(index + 1)}</legend>
          {parts.map((part) =>
            draw(part, value[part.name], (changed) => replaced(index, { ...value, [part.name]: changed })),
          )}
          <div class="tools">
            <button
              type="button"
              aria-disabled={index === 0}
              aria-label={words.moveUp(index + 1)}
              onClick={() => index > 0 && change(swapped(values, index - 1))}
            >
              ↑
            </button>
            <button
              type="button"
              aria-disabled={index === values.length - 1}
              aria-label={words.moveDown(index + 1)}
              onClick={() => index < values.length - 1 && change(swapped(values, index))}
            >
              ↓
            </button>
            <button type="button" class="plain" onClick={() => replaced(index)}>
              {words.remove(index + 1)}
            </button>
          </div>
        </fieldset>
      ))}
      <button type="button" onClick={() => change([...values, {}])}>
        {words.addItem}
      </button>
    </>
  );
};

/** The list with two neighbours in each other's places. */
const swapped = (values: readonly JsonObject[], index: number): Json =>
  [...values.slice(0, index), values[index + 1], values[index], ...values.slice(index + 2)] as Json;
