import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

const pauseMs = 200;

/** A field that searches while one types: once nobody has typed for a moment. */
export const SearchField = ({
  label,
  value,
  search,
}: {
  readonly label: string;
  /** What is searched for now. */
  readonly value: string;
  readonly search: (words: string) => void;
}) => {
  const typed = useSignal(value);
  const asked = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // Who types is ahead of what is searched for: only another search may change the field.
    if (value !== asked.current) typed.value = value;
    asked.current = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed.value}
      onInput={({ currentTarget }) => {
        typed.value = currentTarget.value;
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          asked.current = typed.value;
          search(typed.value);
        }, pauseMs);
      }}
    />
  );
};
