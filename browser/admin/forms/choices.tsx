import type { Json } from "#lib/json.ts";
import type { FieldDescription } from "./field-description.ts";
import { formTexts as words } from "./texts.ts";

interface ListProps {
  readonly id: string;
  readonly field: FieldDescription;
  readonly values: readonly string[];
  readonly change: (values: Json) => void;
}

/** Up to this many choices are all shown, to be ticked. */
const maxShown = 30;

/** Several of a list of choices: ticked, or of a long list added one by one. */
export const Choices = ({ id, field, values, change }: ListProps) => {
  const choices = field.items?.choices ?? [];
  if (choices.length <= maxShown)
    return (
      <div class="ticks">
        {choices.map(({ value, label }) => (
          <label key={value}>
            <input
              type="checkbox"
              checked={values.includes(String(value))}
              onChange={({ currentTarget }) => {
                const rest = values.filter((each) => each !== value);
                change(currentTarget.checked ? [...rest, String(value)] : rest);
              }}
            />
            {label}
          </label>
        ))}
      </div>
    );
  const labelOf = (value: string) => choices.find((choice) => choice.value === value)?.label ?? value;
  return (
    <div class="tokens">
      {values.map((value) => (
        <span key={value} class="token">
          {labelOf(value)}
          <button
            type="button"
            class="plain icon"
            aria-label={words.removeItem(labelOf(value))}
            onClick={() => change(values.filter((each) => each !== value))}
          >
            ×
          </button>
        </span>
      ))}
      <select
        id={id}
        aria-label={field.label}
        value=""
        disabled={field.max_length !== undefined && values.length >= field.max_length}
        onChange={({ currentTarget }) => {
          if (currentTarget.value) change([...values, currentTarget.value]);
          currentTarget.value = "";
        }}
      >
        <option value="">{words.addItem}</option>
        {choices
          .filter(({ value }) => !values.includes(String(value)))
          .map(({ value, label }) => (
            <option key={value} value={String(value)}>
              {label}
            </option>
          ))}
      </select>
    </div>
  );
};
