import type { Image } from "#lib/media/media.ts";
import { vouchedHtml } from "#lib/richtext/safe-html.ts";

/** In steps of so many percent: half a step moves what is seen of a picture by less than anybody notices. */
const step = 5;

/**
 * The classes that keep the focal point of an image in view where a style sheet cuts it: on the image, or on
 * an element around it and no other. Undefined for images without one. They name the nearest step, because
 * the content policy allows no style in attributes, and a style made for each page would need its own digest.
 */
export const focusClass = ({ focalPoint }: Pick<Image, "focalPoint">): string | undefined =>
  focalPoint ? `xf${nearest(focalPoint.x)} yf${nearest(focalPoint.y)}` : undefined;

/** These classes beside one that the element has anyway. */
export const withFocusClass = (name: string, image: Pick<Image, "focalPoint">): string =>
  [name, focusClass(image)].filter(Boolean).join(" ");

const nearest = (fraction: number): number => Math.round((fraction * 100) / step) * step;

/** The percentages of a property, one rule each. */
const rulesOf = (name: "xf" | "yf"): string =>
  Array.from({ length: 100 / step + 1 }, (_, index) => index * step)
    .map((percent) => `.${name}${percent} { --${name}: ${percent}%; }`)
    .join("\n");

/** The style of these classes, for pages that have one. Custom properties reach what is inside an element. */
export const focusStyle = vouchedHtml(`
img { object-position: var(--xf, 50%) var(--yf, 50%); }
${rulesOf("xf")}
${rulesOf("yf")}
`);

/**
 * True if the HTML has such classes, or a text reads like them, whose page then has the style in vain. Almost
 * all pages without are told by their first test, which takes a microsecond: few words have these letters.
 */
export const showsFocus = (html: string): boolean => html.includes("xf") && /xf\d+ yf\d/.test(html);
