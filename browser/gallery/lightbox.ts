import { make } from "../make.ts";

/** How far a finger moves to get to the next picture, in CSS pixels. */
const swipeDistance = 40;

/** Shows the pictures of a gallery large, one at a time. Without it, they are links to their files. */
export const startLightbox = (gallery: HTMLElement): void => {
  const links = [...gallery.querySelectorAll<HTMLAnchorElement>("a:has(img)")];
  let shown = 0;
  const place = make("span", { role: "status" });
  const original = make("a", {}, "Original");
  const close = button("Close", () => dialog.close());
  const figure = make("figure");
  const bar = make("div", { class: "bar" });
  const dialog = make("dialog", { class: "lightbox", "aria-label": "Pictures" }, figure, bar);

  const show = (index: number) => {
    shown = (index + links.length) % links.length;
    const link = links[shown];
    const small = link?.querySelector("img");
    if (!link || !small) return;
    const large = (small.closest("picture") ?? small).cloneNode(true) as HTMLElement;
    for (const each of [large, ...large.querySelectorAll("source, img")])
      if (each.hasAttribute("sizes")) each.setAttribute("sizes", "100vw");
    const caption = link.closest("figure")?.querySelector("figcaption")?.textContent ?? "";
    figure.replaceChildren(large, ...(caption === "" ? [] : [make("figcaption", {}, caption)]));
    place.textContent = `${shown + 1} of ${links.length}`;
    original.href = link.href;
  };

  if (links.length > 1)
    bar.append(
      button("Previous", () => show(shown - 1)),
      place,
      button("Next", () => show(shown + 1)),
    );
  bar.append(original, close);

  const steps: Readonly<Record<string, () => number>> = {
    ArrowLeft: () => shown - 1,
    ArrowRight: () => shown + 1,
    Home: () => 0,
    End: () => links.length - 1,
  };
  dialog.addEventListener("keydown", (event) => {
    const step = steps[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    show(step());
  });
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog || target === figure) dialog.close();
  });
  dialog.addEventListener("close", () => links[shown]?.focus());
  let touchedAt: number | undefined;
  dialog.addEventListener("touchstart", ({ touches }) => {
    touchedAt = touches.length === 1 ? touches[0]?.clientX : undefined;
  });
  dialog.addEventListener("touchend", ({ changedTouches }) => {
    const moved = (changedTouches[0]?.clientX ?? 0) - (touchedAt ?? Number.NaN);
    if (Math.abs(moved) > swipeDistance) show(shown - Math.sign(moved));
  });

  for (const [index, link] of links.entries())
    link.addEventListener("click", (event) => {
      // A click that asks for another tab or window opens the file.
      if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      show(index);
      dialog.showModal();
      close.focus();
    });
  gallery.after(dialog);
};

const button = (text: string, press: () => void): HTMLButtonElement => {
  const made = make("button", { type: "button" }, text);
  made.addEventListener("click", press);
  return made;
};
