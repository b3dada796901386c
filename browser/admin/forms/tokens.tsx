import { useSignal } from "@preact/signals";

/** Some short texts, each with a button that removes it; a comma or Enter ends one. */
export const Tokens = ({
  values,
  change,
  ...input
}: {
  readonly id: string;
  readonly values: readonly string[];
  readonly change: (values: readonly string[]) => void;
}) => {
  const typed = useSignal("");
  const add = () => {
    const more = typed.value
      .split(",")
      .map((each) => each.trim())
      .filter((each) => each !== "" && !values.includes(each));
    if (more.length > 0) change([...values, ...more]);
    typed.value = "";
  };
  return (
    <div class="tokens">
      {values.map((value) => (
        <span key={value} class="token">
          {value}
          <button
            type="button"
            class="plain icon"
            aria-label={`× ${value}`}
            onClick={() => change(values.filter((each) => each !== value))}
          >
            ×
          </button>
        </span>
      ))}
      <input
        {...input}
        value={typed.value}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value;
          if (typed.value.includes(",")) add();
        }}
        onBlur={add}
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            event.preventDefault();
            add();
          } else if (event.key === "Backspace" && typed.value === "" && values.length > 0)
            change(values.slice(0, -1));
        }}
      />
    </div>
  );
};
