import { lastValues } from "./last-values.ts";
import { chosenTheme } from "./page-rendering.ts";

/** What a request says about how a web player shall look. */
export interface PlayerLook {
  /** A theme's slug, perhaps an unknown one; null where the request does not choose. */
  readonly theme: string | null;
  readonly scheme: "light" | "dark";
}

/**
 * Reads `theme`, `template_base_dir`, which wins over it, and `color_scheme`: anything but `dark`, in any
 * case, is light (contract#player-config).
 */
export const parsePlayerLook = (query: URLSearchParams): PlayerLook => {
  const values = lastValues(query);
  const isDark = values.get("color_scheme")?.trim().toLowerCase() === "dark";
  return { theme: chosenTheme(values), scheme: isDark ? "dark" : "light" };
};
