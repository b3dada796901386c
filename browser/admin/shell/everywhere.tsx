import { useSignal } from "@preact/signals";
import { Palette } from "../palette/palette.tsx";
import { texts } from "../texts/index.ts";
import { useCommands } from "./commands.ts";
import { lazy } from "./lazy.tsx";
import { go } from "./router.ts";
import { caller } from "./service.ts";

const KeysList = lazy(async () => (await import("../sections.ts")).KeysList);

/** The commands that there are on every screen, and the palette that finds them. */
export const Everywhere = ({
  sections,
}: {
  readonly sections: readonly { path: string; label: string }[];
}) => {
  const open = useSignal<"palette" | "keys" | null>(null);
  const show = (what: typeof open.value) => () => {
    open.value = what;
  };
  useCommands([
    { label: texts.nav.write, keys: "N", run: () => void go("/pages/new/") },
    ...sections.map(({ path, label }) => ({ label, run: () => void go(path) })),
    ...(caller.value?.may.administrate
      ? [{ label: texts.nav.settings, run: () => void go("/settings/settings/") }]
      : []),
    { label: texts.nav.site, run: () => location.assign("/") },
    ...(caller.value?.may.see_statistics
      ? [{ label: texts.nav.statistics, run: () => location.assign("/cms/statistics/") }]
      : []),
    { label: texts.nav.password, run: () => location.assign("/accounts/password-change/") },
    { label: texts.nav.palette, keys: "Mod+K", run: show("palette") },
    { label: texts.nav.keys, keys: "?", run: show("keys") },
  ]);
  return (
    <>
      <button type="button" class="plain find" aria-keyshortcuts="Control+K Meta+K" onClick={show("palette")}>
        <span aria-hidden="true">⌕</span>
        <span class="unseen">{texts.nav.palette}</span>
      </button>
      {open.value === "palette" && <Palette close={show(null)} />}
      {open.value === "keys" && <KeysList close={show(null)} />}
    </>
  );
};
