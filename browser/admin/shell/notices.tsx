import { signal } from "@preact/signals";
import { texts } from "../texts/index.ts";

interface Notice {
  readonly id: number;
  readonly text: string;
  readonly isProblem: boolean;
  readonly action?: { readonly label: string; readonly act: () => void };
}

const notices = signal<readonly Notice[]>([]);
let ids = 0;

/** The time that a notice stays; one with something to do, or with more to read, stays for a minute. */
const shownMs = 6_000;
const shownWithActionMs = 60_000;

export const tell = (
  text: string,
  {
    isProblem = false,
    isLong = false,
    action,
  }: Partial<Pick<Notice, "isProblem" | "action">> & { readonly isLong?: boolean } = {},
): void => {
  const notice: Notice = { id: ++ids, text, isProblem, ...(action && { action }) };
  notices.value = [...notices.value, notice];
  if (!isProblem) setTimeout(() => dismiss(notice.id), action || isLong ? shownWithActionMs : shownMs);
};

const dismiss = (id: number): void => {
  notices.value = notices.value.filter((notice) => notice.id !== id);
};

/** What has happened, said to all: screen readers read it as it comes. */
export const Notices = () => (
  <div class="notices" role="status" aria-live="polite">
    {notices.value.map(({ id, text, isProblem, action }) => (
      <p key={id} class={isProblem ? "notice problem" : "notice"}>
        <span>{text}</span>
        {action && (
          <button
            type="button"
            class="plain"
            onClick={() => {
              dismiss(id);
              action.act();
            }}
          >
            {action.label}
          </button>
        )}
        <button type="button" class="plain icon" aria-label={texts.close} onClick={() => dismiss(id)}>
          ×
        </button>
      </p>
    ))}
  </div>
);
