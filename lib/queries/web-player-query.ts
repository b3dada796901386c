import { lastValues } from "./last-values.ts";
import { chosenTheme, themeParameters } from "./page-rendering.ts";
import type { QueryDeclaration } from "./query-declaration.ts";

/** What a request for an audio's player says about where it plays. */
export interface WebPlayerQuery {
  /** 0, which is nobody's, for what cannot be an id; undefined where the request names none. */
  readonly episodeId: number | undefined;
}

/** The query of a web player's documents. Nothing is refused. */
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

/** What a request says about how web players shall look. */
export interface PlayerConfigQuery {
  /** A theme's slug, perhaps an unknown one; null where the request does not choose. */
  readonly theme: string | null;
  readonly scheme: "light" | "dark";
}

/**
 * The query of the players' configuration. Nothing is refused: a `color_scheme` other than `dark`, in any
 * case, is light (contract#player-config).
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
