import type { Look } from "#lib/themes/parts/style.ts";
import { composeTheme } from "./compose-theme.ts";

export const plainLook: Look = {
  light: {
    paper: "#fdfcf9",
    ink: "#23262b",
    quiet: "#61656c",
    line: "#dedad1",
    tint: "#f4f1e9",
    link: "#17604a",
    control: "#85827a",
    wrong: "#a3271c",
  },
  dark: {
    paper: "#17191c",
    ink: "#dedbd4",
    quiet: "#9b9c9a",
    line: "#373a3e",
    tint: "#202327",
    link: "#85c9ae",
    control: "#7d8086",
    wrong: "#f2a097",
  },
};

/** The built-in theme, also of sites that select none. Only players have a script, and nothing moves. */
export const plain = composeTheme(plainLook);
