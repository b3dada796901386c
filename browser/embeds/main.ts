import { make } from "../make.ts";

/**
 * What a frame may do: its own script and storage, windows of its links, and no more. The frame is of another
 * origin, so that it cannot take these limits away.
 */
const sandbox =
  "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation allow-forms";

/** Makes a button of a panel, which loads the frame. Without it, the panel is a link. */
const startEmbed = (panel: HTMLElement): void => {
  const { frame = "", title = "", host = "" } = panel.dataset;
  if (!URL.canParse(frame) || new URL(frame).origin === location.origin) return;
  const picture = panel.querySelector("img");
  const words = make(
    "span",
    {},
    make("bdi", {}, title),
    make("span", { class: "load" }, `Load from ${host}`),
  );
  const button = make("button", { type: "button" }, ...(picture ? [picture, words] : [words]));
  button.addEventListener("click", () => {
    const loaded = make("iframe", {
      title,
      sandbox,
      // Some providers show nothing where they are not told which site asks.
      referrerpolicy: "strict-origin-when-cross-origin",
      allow: "fullscreen; picture-in-picture; encrypted-media",
      loading: "lazy",
      tabindex: "0",
      src: frame,
    });
    panel.replaceChildren(loaded);
    loaded.focus();
  });
  panel.replaceChildren(button);
};

for (const panel of document.querySelectorAll<HTMLElement>(".embed > [data-frame]")) startEmbed(panel);
