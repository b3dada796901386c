import { useSignal } from "@preact/signals";
import type { OpenPage } from "../editor/open-page.ts";
import { takeStep } from "./acts.ts";
import { held } from "./held.ts";
import { lockTexts as words } from "./texts.ts";

/** Locks a page for everybody else; below its details, where nothing holds it yet. */
export const LockHere = ({ page }: { readonly page: OpenPage }) => {
  const isBusy = useSignal(false);
  const { may } = page.shown.value as { readonly may?: { readonly lock: boolean } };
  if (held.value.some(({ kind }) => kind.includes("lock"))) return null;
  return (
    <section class="lock-here">
      <h3>{words.lockTitle}</h3>
      {may?.lock ? (
        <>
          <p class="help">{words.lockIntro}</p>
          <button
            type="button"
            disabled={isBusy.value}
            onClick={async () => {
              isBusy.value = true;
              await takeStep(page, "lock");
              isBusy.value = false;
            }}
          >
            {words.acts.lock}
          </button>
        </>
      ) : (
        <p class="help">{words.mayNotLock}</p>
      )}
    </section>
  );
};
