import { useSignal } from "@preact/signals";
import type { JSX } from "preact";

/** A button that opens a dialog. */
export const DialogButton = ({
  label,
  className,
  dialog,
  closed,
}: {
  readonly label: string;
  readonly className?: string;
  readonly dialog: (close: () => void) => JSX.Element;
  /** Called when the dialog is gone. */
  readonly closed?: () => void;
}) => {
  const isOpen = useSignal(false);
  return (
    <>
      <button
        type="button"
        class={className}
        onClick={() => {
          isOpen.value = true;
        }}
      >
        {label}
      </button>
      {isOpen.value &&
        dialog(() => {
          isOpen.value = false;
          closed?.();
        })}
    </>
  );
};
