import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { texts } from "../texts/index.ts";

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Absent where the dialog has to be answered. */
  readonly close?: () => void;
  readonly className?: string;
}

/** A modal dialog: the browser keeps the focus in it; afterwards it is where it was. */
export const Dialog = ({ title, children, close, className = "" }: DialogProps) => {
  const element = useRef<HTMLDialogElement>(null);
  // In the same task, before the next key comes.
  useLayoutEffect(() => {
    const dialog = element.current;
    const focused = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    return () => {
      dialog?.close();
      // Browsers do not give it back to what has moved meanwhile.
      if (focused instanceof HTMLElement) focused.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={className}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        close?.();
      }}
    >
      <div class="head">
        <h2>{title}</h2>
        {close && (
          <button type="button" class="plain icon" aria-label={texts.close} onClick={close}>
            ×
          </button>
        )}
      </div>
      {children}
    </dialog>
  );
};
