// Made by npm run openapi.

export type PageAlways = "id" | "title" | "type" | "detail_url" | "html_url" | "slug" | "first_published_at";

export type PageDetails =
  | "show_in_menus"
  | "seo_title"
  | "search_description"
  | "alias_of"
  | "description"
  | "uuid"
  | "visible_date"
  | "comments_are_enabled"
  | "cover_image"
  | "cover_alt_text"
  | "cover_image_poster_url"
  | "body"
  | "html_overview"
  | "html_detail"
  | "comments"
  | "comments_security_data"
  | "webplayer_players"
  | "aliases";

export type PageDetailsOnly = "parent";

export type PageAsked = "locale";

export type CoverAlways = "id" | "type" | "detail_url" | "download_url" | "title";
