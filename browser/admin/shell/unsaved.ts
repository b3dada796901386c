import { useEffect } from "preact/hooks";
import { texts } from "../texts/index.ts";
import { askBeforeLeaving } from "./router.ts";

/** The forms on the screen, each saying whether something in it is not saved. */
const forms = new Set<() => boolean>();

const isUnsaved = (): boolean => [...forms].some((form) => form());

const askBrowser = (event: BeforeUnloadEvent): void => {
  if (isUnsaved()) event.preventDefault();
};

let stop = () => {};

/** Asks before one leaves a form with changes, by a link, by the buttons of the browser, or with the tab. */
export const useUnsaved = (isFormUnsaved: () => boolean): void => {
  useEffect(() => {
    if (forms.size === 0) {
      const stopAsking = askBeforeLeaving(() => !isUnsaved() || confirm(texts.unsaved));
      addEventListener("beforeunload", askBrowser);
      stop = () => {
        stopAsking();
        removeEventListener("beforeunload", askBrowser);
      };
    }
    forms.add(isFormUnsaved);
    return () => {
      forms.delete(isFormUnsaved);
      if (forms.size === 0) stop();
    };
  }, []);
};
