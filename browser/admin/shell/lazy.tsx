import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { texts } from "../texts/index.ts";

/** A part of the admin that is loaded when it is first shown. A quiet one leaves no gap until it is there. */
export const lazy = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isQuiet = false } = {},
): ComponentType<Props> => {
  let loaded: ComponentType<Props> | undefined;
  return (props: Props) => {
    const [state, setState] = useState<"loading" | "there" | "failed">(loaded ? "there" : "loading");
    useEffect(() => {
      if (loaded) return;
      load().then(
        (part) => {
          loaded = part;
          setState("there");
        },
        () => setState("failed"),
      );
    }, []);
    if (loaded && state === "there") {
      const Part = loaded;
      return <Part {...props} />;
    }
    if (isQuiet) return null;
    if (state === "loading") return <p class="waiting">{texts.editor.loading}</p>;
    // The files of an earlier version are gone once a newer one is deployed.
    return (
      <p class="waiting">
        {texts.newVersion}{" "}
        <button type="button" onClick={() => location.reload()}>
          {texts.reload}
        </button>
      </p>
    );
  };
};
