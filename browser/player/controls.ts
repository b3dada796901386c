import { make } from "../make.ts";

/** The controls of a player. Their listeners belong to the player. */
export interface Controls {
  readonly group: HTMLElement;
  readonly play: HTMLButtonElement;
  readonly back: HTMLButtonElement;
  readonly forward: HTMLButtonElement;
  readonly position: HTMLInputElement;
  readonly time: HTMLElement;
  readonly speed: HTMLSelectElement;
  readonly volume: HTMLInputElement;
  readonly share: HTMLButtonElement;
  /** Says what has happened, also to screen readers. */
  readonly status: HTMLElement;
}

export const backSeconds = 15;
export const forwardSeconds = 30;

const speeds = [0.75, 1, 1.25, 1.5, 1.75, 2, 2.5] as const;

export const makeControls = (title: string, speed: number): Controls => {
  const play = button("play", "Play", "k", icon());
  const back = button("skip", `Back ${backSeconds} seconds`, "j", `−${backSeconds}`);
  const forward = button("skip", `Forward ${forwardSeconds} seconds`, "l", `+${forwardSeconds}`);
  const position = make("input", {
    type: "range",
    class: "position",
    min: "0",
    step: "1",
    "aria-label": "Position",
  });
  const time = make("span", { class: "time" });
  const select = make(
    "select",
    { "aria-keyshortcuts": "< >", title: "Speed (< and >)" },
    ...speedOptions(speed),
  );
  select.value = String(speed);
  const volume = make("input", {
    type: "range",
    min: "0",
    max: "1",
    step: "0.05",
    value: "1",
    "aria-keyshortcuts": "m",
    title: "Volume (m is silent)",
  });
  const share = make("button", { type: "button" }, "Copy link to this moment");
  const status = make("p", { role: "status" });
  const group = make(
    "div",
    { class: "player", role: "group", "aria-label": `Player of ${title}` },
    make("div", { class: "main" }, back, play, forward, position, time),
    make(
      "div",
      { class: "more" },
      make("label", {}, "Speed ", select),
      make("label", { class: "volume" }, "Volume ", volume),
      share,
    ),
    status,
  );
  return { group, play, back, forward, position, time, speed: select, volume, share, status };
};

/** The usual speeds, and the remembered one if it is none of them. */
const speedOptions = (speed: number): readonly HTMLElement[] =>
  [...new Set([...speeds, speed])]
    .sort((one, other) => one - other)
    .map((each) => make("option", { value: String(each) }, `${each}×`));

const button = (name: string, label: string, key: string, ...children: (Node | string)[]) =>
  make(
    "button",
    {
      type: "button",
      class: name,
      "aria-label": label,
      "aria-keyshortcuts": key,
      title: `${label} (${key})`,
    },
    ...children,
  );

const shapes = { play: "M6 3 L21 12 L6 21 Z", pause: "M5 3 H10 V21 H5 Z M14 3 H19 V21 H14 Z" };

const svg = (name: string, attributes: Readonly<Record<string, string>>): SVGElement => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  return element;
};

const icon = (): SVGElement => {
  const drawing = svg("svg", { viewBox: "0 0 24 24", width: "20", height: "20", "aria-hidden": "true" });
  drawing.append(svg("path", { d: shapes.play, fill: "currentColor" }));
  return drawing;
};

/** Shows what the button of the player does next. */
export const showPlaying = ({ play }: Pick<Controls, "play">, isPlaying: boolean): void => {
  const label = isPlaying ? "Pause" : "Play";
  play.setAttribute("aria-label", label);
  play.title = `${label} (k)`;
  play.querySelector("path")?.setAttribute("d", isPlaying ? shapes.pause : shapes.play);
};
