import { chosenTheme, themeParameters } from "./page-rendering.ts";
import { lastValues } from "./parameter-values.ts";
import type { QueryDeclaration } from "./query-declaration.ts";

export interface WebPlayerQuery {
  /** 0, which no page has, for an invalid id; undefined if the request has none. */
  readonly episodeId: number | undefined;
}

/** The query of a web player's documents. Refuses nothing. */
export const webPlayerQuery: QueryDeclaration<WebPlayerQuery> = {
  parameters: {
    episode_id: {
      description: "A page that plays the audio; an episode is what `link` leads to.",
      type: "integer",
    },
  },
  parse: (params) => {
    const text = lastValues(params).get("episode_id");
    if (text === undefined) return { episodeId: undefined };
    return { episodeId: /^\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : 0 };
  },
};

export interface PlayerConfigQuery {
  /** A theme's slug, which may be unknown; null if the request does not choose. */
  readonly theme: string | null;
  readonly scheme: "light" | "dark";
}

/**
 * The query of the players' configuration. Refuses nothing: any `color_scheme` but `dark`, in any case, is
 * light (contract#player-config).
 */
export const playerConfigQuery: QueryDeclaration<PlayerConfigQuery> = {
  parameters: {
    color_scheme: { description: "`light` or `dark`; anything else is light." },
    ...themeParameters,
  },
  parse: (params) => {
    const values = lastValues(params);
    const isDark = values.get("color_scheme")?.trim().toLowerCase() === "dark";
    return { theme: chosenTheme(values), scheme: isDark ? "dark" : "light" };
  },
};
