import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** What stands beside the text. It has the focus when it opens; Escape closes it, and the focus is where it was. */
export const Side = ({
  label,
  close,
  children,
}: {
  readonly label: string;
  readonly close: () => void;
  readonly children: ComponentChildren;
}) => {
  const element = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const side = element.current;
    const opener = document.activeElement;
    side?.focus();
    return () => {
      const { activeElement: focused, body } = document;
      const isLost = !focused || focused === body || side?.contains(focused);
      if (isLost && opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <aside
      ref={element}
      class="side"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        close();
      }}
    >
      {children}
    </aside>
  );
};
