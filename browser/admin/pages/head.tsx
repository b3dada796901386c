import type { Ref } from "preact";
import { addressOf } from "../shell/router.ts";
import { pageTexts as words } from "./texts.ts";

type View = "list" | "tree";

/** Where each view was last, with its filters and what is open in it. */
const addresses: Record<View, string> = { list: "/pages/", tree: "/pages/?view=tree" };

/** The head of the section: what is shown, and the way to the other view. */
export const PagesHead = ({
  view,
  address,
  said,
  heading,
}: {
  readonly view: View;
  /** Of what is shown now. */
  readonly address: string;
  readonly said: string;
  readonly heading?: Ref<HTMLHeadingElement>;
}) => {
  addresses[view] = address;
  return (
    <header class="heading">
      <h1 ref={heading ?? null} tabIndex={-1}>
        {words.title}
      </h1>
      <p aria-live="polite" class="quiet">
        {said}
      </p>
      <nav class="kinds" aria-label={words.view}>
        {(["list", "tree"] as const).map((each) => (
          <a key={each} href={addressOf(addresses[each])} aria-current={each === view ? "page" : undefined}>
            {words.views[each]}
          </a>
        ))}
      </nav>
    </header>
  );
};
