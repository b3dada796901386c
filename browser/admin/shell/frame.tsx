import type { ComponentChildren } from "preact";
import { texts } from "../texts/index.ts";
import { Everywhere } from "./everywhere.tsx";
import { addressOf, place } from "./router.ts";
import { caller, obstacle } from "./service.ts";
import { waitingComments } from "./waiting-comments.ts";
import { isBarNarrow } from "./windows.ts";

const sections = () => [
  { path: "/", label: texts.nav.start },
  { path: "/pages/", label: texts.nav.pages },
  { path: "/media/", label: texts.nav.media },
  ...(waitingComments.value === null
    ? []
    : [{ path: "/comments/", label: texts.nav.comments(waitingComments.value) }]),
];

/** What is opened now and then: in a narrow window it is in the menu of the account. */
const rareSections = () => [{ path: "/bin/", label: texts.nav.bin }];

const isIn = (path: string): boolean =>
  path === "/"
    ? place.value.path === "/"
    : place.value.path.startsWith(path) ||
      (path === "/media/" && /^\/(image|audio|video)s\//.test(place.value.path));

const Sections = () => (
  <nav aria-label={texts.nav.label}>
    {[...sections(), ...(isBarNarrow.value ? [] : rareSections())].map(({ path, label }) => (
      <a key={path} href={addressOf(path)} aria-current={isIn(path) ? "page" : undefined}>
        {label}
      </a>
    ))}
  </nav>
);

/** What surrounds each section: where one is, who one is, and the way to write. */
export const Frame = ({
  children,
  leave,
}: {
  readonly children: ComponentChildren;
  /** Signs out. */
  readonly leave: () => Promise<void>;
}) => (
  <div class="frame">
    <a class="skip" href="#content">
      {texts.nav.skip}
    </a>
    <header class="bar">
      <a class="brand" href={addressOf("/")}>
        {texts.product}
      </a>
      {!isBarNarrow.value && <Sections />}
      <Everywhere sections={[...sections(), ...rareSections()]} />
      <a class="button primary" href={addressOf("/pages/new/")}>
        {texts.nav.write}
      </a>
      <details
        class="account"
        name="menu"
        onKeyDown={({ key, currentTarget: menu }) => {
          if (key !== "Escape" || !menu.open) return;
          menu.open = false;
          menu.querySelector("summary")?.focus();
        }}
        onFocusOut={({ relatedTarget, currentTarget: menu }) => {
          if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) menu.open = false;
        }}
        onClick={({ target, currentTarget: menu }) => {
          if (target instanceof Element && target.closest("a")) menu.open = false;
        }}
      >
        <summary>
          <span aria-hidden="true">{caller.value?.user.username.slice(0, 2) ?? "…"}</span>
          <span class="unseen">{texts.nav.account}</span>
        </summary>
        <div class="menu">
          <p>{caller.value?.user.username}</p>
          {isBarNarrow.value &&
            rareSections().map(({ path, label }) => (
              <a key={path} href={addressOf(path)}>
                {label}
              </a>
            ))}
          <a href="/">{texts.nav.site}</a>
          {caller.value?.may.administrate && (
            <a href={addressOf("/settings/settings/")}>{texts.nav.settings}</a>
          )}
          {caller.value?.may.see_statistics && <a href="/cms/statistics/">{texts.nav.statistics}</a>}
          <a href="/accounts/password-change/">{texts.nav.password}</a>
          <button type="button" class="plain" onClick={() => void leave()}>
            {texts.nav.signOut}
          </button>
        </div>
      </details>
      {isBarNarrow.value && <Sections />}
    </header>
    <main id="content" tabIndex={-1}>
      {obstacle.value === "not staff" ? <p class="waiting">{texts.notStaff}</p> : children}
    </main>
  </div>
);
