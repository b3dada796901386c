import { useSignal } from "@preact/signals";
import { texts } from "../../texts/index.ts";

/** Makes an address that shows the draft to people without an account, and lets it be copied. */
export const SharePreview = ({
  isBusy,
  make,
}: {
  readonly isBusy: boolean;
  /** Saves the page and gives the link; undefined if that was refused, and said elsewhere. */
  readonly make: () => Promise<{ readonly url: string | null; readonly expires_at: string } | undefined>;
}) => {
  const url = useSignal("");
  const isCopied = useSignal(false);
  if (url.value === "")
    return (
      <button
        type="button"
        disabled={isBusy}
        onClick={async () => {
          url.value = (await make())?.url ?? "";
        }}
      >
        {texts.publish.share}
      </button>
    );
  return (
    <div class="shared">
      <label>
        {texts.publish.shared}
        <input readOnly value={url.value} onFocus={({ currentTarget }) => currentTarget.select()} />
      </label>
      <button
        type="button"
        onClick={async () => {
          await navigator.clipboard.writeText(url.value);
          isCopied.value = true;
        }}
      >
        {isCopied.value ? texts.publish.copied : texts.publish.copy}
      </button>
    </div>
  );
};
