/** The drawings of the toolbar: lines on a field of 24 by 24. */
const drawings = {
  bold: "M7 5h6a3.5 3.5 0 0 1 0 7H7zM7 12h7a3.5 3.5 0 0 1 0 7H7z",
  italic: "M10 5h8M6 19h8M14 5l-4 14",
  strikethrough:
    "M5 12h14M16 7c-1-2-2.500-2.500-4.200-2.500-2.300 0-4 1.300-4 3.300 0 1 .4 1.700 1 2.200M8 16.500c.8 2 2.300 3 4.300 3 2.500 0 4.200-1.400 4.200-3.500 0-.8-.2-1.400-.6-2",
  superscript:
    "M5 8l8 11M13 8L5 19M16 5.500c.4-1 1.200-1.500 2-1.500 1.100 0 2 .8 2 1.800 0 1.600-3.500 2.200-4 4.200h4",
  subscript:
    "M5 5l8 11M13 5L5 16M16 15.500c.4-1 1.200-1.500 2-1.500 1.100 0 2 .8 2 1.800 0 1.600-3.500 2.200-4 4.200h4",
  code: "M9 7l-5 5 5 5M15 7l5 5-5 5",
  link: "M10 14a4 4 0 0 0 5.700 0l3-3A4 4 0 0 0 13 5.300l-1 1M14 10a4 4 0 0 0-5.700 0l-3 3A4 4 0 0 0 11 18.700l1-1",
  quote: "M5 6v12M9 8h10M9 12h10M9 16h6",
  bulletList: "M9 6h11M9 12h11M9 18h11M4.500 6h.01M4.500 12h.01M4.500 18h.01",
  orderedList:
    "M10 6h10M10 12h10M10 18h10M4 5l1.500-1v5M4 14.500c.3-.8.8-1 1.300-1 .8 0 1.200.5 1.200 1 0 1.200-2.500 1.500-2.500 3h2.700",
  undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  redo: "M15 7l5 5-5 5M20 12H10a6 6 0 0 0-6 6",
  insert: "M12 5v14M5 12h14",
  paragraph: "M5 7h14M5 12h14M5 17h9",
  rule: "M4 12h16",
  image: "M4 5h16v14H4zM4 16l5-5 4 4 2.500-2.500L20 17M15.500 9h.01",
  gallery: "M7 4h13v11H7zM4 8v11h13M7 12.500l3.500-3 3 3 2-1.500 4.500 3.500",
  audio: "M5 10v4M9 7v10M13 4v16M17 8v8M20.500 11v2",
  video: "M4 5h16v14H4zM10 9l5 3-5 3z",
  listing: "M4 5h16v14H4zM8 10l2 2-2 2M12.500 14.500H16",
  more: "M4 6h16M4 18h16M5 12h.01M9.700 12h.01M14.300 12h.01M19 12h.01",
  custom: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  kept: "M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3",
  up: "M12 19V6M6 11l6-6 6 6",
  down: "M12 5v13M6 13l6 6 6-6",
  back: "M19 12H6M11 6l-6 6 6 6",
  on: "M5 12h13M13 6l6 6-6 6",
  remove: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  check: "M5 13l4 4 10-10",
  open: "M13 5h6v6M19 5l-9 9M16 14v5H5V8h5",
  choose: "M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5",
  edit: "M5 19l1-4L16 5l3 3L9 18zM14 7l3 3",
} as const;

export type IconName = keyof typeof drawings;

const namespace = "http://www.w3.org/2000/svg";

/** A drawing that programs for screen readers pass over. */
export const icon = (name: IconName): SVGSVGElement => {
  const svg = document.createElementNS(namespace, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "te-icon");
  const path = document.createElementNS(namespace, "path");
  path.setAttribute("d", drawings[name]);
  svg.append(path);
  return svg;
};

/** A heading's sign in the toolbar, such as H2; it is drawn, as other signs are. */
export const headingSign = (level: number): HTMLElement => {
  const sign = document.createElement("span");
  sign.className = "te-sign";
  sign.dataset.sign = `H${level}`;
  return sign;
};
