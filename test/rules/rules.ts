/** Rules of the specification under one heading: what they say in a line, by what they are called below it. */
export interface RuleSection {
  readonly name: string;
  readonly about: string;
  readonly rules: Readonly<Record<string, string>>;
}

/**
 * Every rule of the editor API, of media and of reading, section by section. A test that proves one bears its name at the end of its title in
 * brackets: `a stale token is refused [Publish 1]`; `docs/rules.md` shows which tests those are.
 */
export const ruleSections: readonly RuleSection[] = [
  {
    name: "Body blocks",
    about: "The blocks of `overview` and `detail`, as they are read and written.",
    rules: {
      1: "A declared custom block is sent as its author writes it, never as it is stored; it is converted, cleaned and prepared by its declaration, and reads back as the author's value.",
      2: "Choose permission is asked for the media of built-in blocks only; what custom values refer to is not looked into.",
      3: "A stored block that cannot be edited safely reads as a placeholder of its stored type and position.",
      4: "A placeholder that is sent back, at whatever index, keeps its stored block; one that is left out removes it.",
      5: "A gallery's captions are optional plain text of at most 250 characters, read back per entry, and escaped where they are shown; entries that are stored as numbers stay readable.",
      6: "Media that are referred to must be choosable by the caller; missing and forbidden ones are `not_found` alike.",
    },
  },
  {
    name: "Rich text",
    about: "What becomes of the HTML of paragraphs that are written.",
    rules: {
      1: "HTML is rebuilt from the features of the block, or the editor's own; other elements, attributes and link schemes go, their text may stay.",
      2: "The answer shows the normalized HTML; block keys are kept and never added, and internal links keep their references, also to targets that are gone.",
      3: "Inline images and embeds are out; a submitted embed tag is `inline_embed`, also in a paragraph that is sent back.",
      4: "What cannot be converted is refused at its path; the original is never stored instead.",
      5: "Rich text inside custom containers is sanitized at every depth, empty optional values stay empty, raw HTML is refused, and all refused leaves are reported together.",
      6: "Only what is newly written is sanitized; what is stored is read, kept and published as it is.",
    },
  },
  {
    name: "Markdown",
    about: "Sections that are written as Markdown.",
    rules: {
      1: "`overview_markdown` and `detail_markdown` stand for the lists of blocks; answers always show blocks.",
      2: "It is CommonMark: prose in succession is one paragraph block, top-level code is a code block in the language of its fence or `text`, and code in lists and quotes stays in the paragraph.",
      3: "Raw HTML is kept as text, script and file links stay literal text, and links that become markup obey the rules of schemes.",
      4: "Its paragraphs go through the same sanitizer as submitted ones.",
      5: "Images are `inline_image`, with the lines of each paragraph or heading that has some.",
      6: "A section in both forms is `conflict` at the Markdown field; the two sections do not concern each other.",
      7: "Problems of generated blocks are reported below the Markdown field.",
      8: "It replaces its whole section on PATCH, stored blocks that cannot be edited included.",
      9: "Where Markdown is switched off its fields are `markdown_unavailable`, and lists of blocks are taken as ever.",
    },
  },
  {
    name: "States",
    about: "The states of a post, numbered as the rows of the specification's table of transitions.",
    rules: {
      1: "A create leaves a draft with its first revision; nothing is public.",
      2: "A PATCH of a draft leaves a draft with a new latest revision and one audit entry of user and revision.",
      3: "A PATCH of a live page leaves it live, with a draft above it and its public slug kept.",
      4: "A PATCH of a live page with a draft leaves it so, with a new latest revision.",
      5: "A publication of a draft makes its latest revision public.",
      6: "A publication of a live page's draft makes its latest revision public.",
      7: "A publication of a live page without a draft is `no_unpublished_draft` and changes nothing.",
      8: "A PATCH that requires an unpublished page is `published_post` on a live one and changes nothing.",
      9: "A PATCH that requires an unpublished page is `scheduled_post` on one with an approved schedule and changes nothing.",
      10: "A publication is refused while any revision is approved for later, a newer draft or not, and changes nothing.",
      11: "A PATCH or publication is `page_locked` where a lock applies to the caller, and saves nothing.",
      12: "A publication is `workflow_active` while a workflow is, needs-changes included, and changes nothing.",
    },
  },
  {
    name: "Create",
    about: "`POST /api/editor/posts/` and `POST /api/editor/episodes/`.",
    rules: {
      1: "The page is saved as a draft revision and not published.",
      2: "Of creators of one slug below one parent at the same time one succeeds, and the others hear of a duplicate.",
      3: "An episode's parent is a podcast and stays so; a podcast takes plain posts, too.",
      "field parent": "Names a blog or podcast that the caller may add to.",
      "field slug": "Comes from the title when it is left out, and is unique among siblings.",
      "field overview": "Is required, unless it is given as Markdown.",
      "field publish": "Is false or absent; true is refused.",
      "field podcast_audio": "Names an audio that the caller may choose, or is null; drafts may do without.",
      "field episode_number": "Is positive or null.",
      "field episode_type": "Is full, trailer, bonus or empty.",
      "field season": "Is one of the parent podcast's, or null.",
      "field explicit": "Is 1, 2 or 3, and 1 unless it is said.",
    },
  },
  {
    name: "Lookup",
    about: "`GET /api/editor/posts/?parent=&slug=`.",
    rules: {
      1: "Parent and slug are given exactly once and well formed; anything else is a `validation_error`.",
      2: "It finds the one child whose latest revision has the slug, an unpublished rename by its new one.",
      3: "No match is `not_found`, several are `ambiguous_lookup`, and a match that the caller may not edit is `permission_denied` and never shown.",
      4: "It needs no scope; a page with an approved schedule reports `scheduled`, a live one with changes `draft`.",
    },
  },
  {
    name: "Read",
    about: "`GET` of a post or an episode.",
    rules: {
      1: "It shows fields, normalized blocks and revision data of the latest revision, the draft before the public one.",
      2: "The episodes' endpoint serves episodes only; the posts' serves both.",
    },
  },
  {
    name: "Preview",
    about: "`GET …/preview/` of a post or an episode.",
    rules: {
      1: "It answers the themed page as HTML, from the revision that is read, updated and published.",
      2: "Refusals are the editor's JSON; admin access and edit permission are needed, a scope is not.",
      3: "It is rendered as for an anonymous visitor under the configured theme; credentials and query go no further.",
      4: "Its answer is `Cache-Control: private, no-store`.",
      5: "It writes nothing, opens no protected media, and contains no token.",
      6: "A plain post is `not_found` as an episode.",
    },
  },
  {
    name: "Update",
    about: "`PATCH` of a post or an episode.",
    rules: {
      1: "The revision it is based on is named in the body, in If-Match, or equally in both.",
      2: "If-Match is one strong quoted integer; other forms and contradictions are `validation_error`, stale ones `revision_conflict`; there is neither an ETag nor a 412.",
      3: "At least one field is to be changed.",
      4: "What is not named stays, sections that the API does not know included.",
      5: "A lock that applies refuses and saves nothing; permission, the revision and what must be unpublished come before it.",
      "field require_unpublished":
        "Refuses live and scheduled pages, in one transaction with the write, so that no publication or schedule slips in.",
      "field slug":
        "Is unique among siblings' public and draft slugs; a draft's row follows at once, a live page's with its publication.",
      "field seo_title": "Is cleared by the empty string; so is the search description.",
      "field cover_image": "Is cleared by null.",
      "field tags": "Are replaced as a whole; so are the categories.",
      "field overview": "Is replaced as a whole, also by nothing; so is the detail.",
      "field publish": "Counts as no change when it is false, and is refused when it is true.",
      "field podcast_audio": "Is cleared by null; so are the episode's number and season.",
    },
  },
  {
    name: "Publish",
    about: "`POST …/publish/` of a post or an episode.",
    rules: {
      1: "It takes no body; If-Match, strict as on PATCH, keeps a newer revision than the named one from being published, and without it the latest one goes.",
      2: "The latest draft is published; a live page without one is `no_unpublished_draft`.",
      3: "An edit lock lets only its owner publish, and stays; under the global edit lock nobody.",
      4: "An approved schedule refuses every publication, also of a newer draft.",
      5: "A started workflow refuses every caller, one that needs changes too; one that is merely assigned does not.",
      6: "Permission, the revision, no draft and no revision come first, then the schedule, the workflow, locks, and the episode's audio.",
      7: "A refusal changes nothing at all.",
      8: "An episode needs its audio, through either endpoint.",
      9: "All of it is decided in the transaction that writes, against the page as it is then.",
    },
  },
  {
    name: "Editor media lists",
    about: "`GET /api/editor/media/…/`.",
    rules: {
      1: "Only the documented parameters are taken; others are `unsupported_parameter`.",
      2: "They show what the caller may choose, and nothing else.",
      3: "`q` finds parts of titles, of audios' subtitles too, in any case.",
      4: "`tag` may be repeated: all of the exact tags must be there.",
      5: "The newest come first, equally old ones by descending id.",
    },
  },
  {
    name: "Editor media uploads",
    about: "`POST /api/editor/media/…/`.",
    rules: {
      1: "The form names a collection that the caller may use, or there is only one; otherwise it is `no_upload_collection`, `ambiguous`, `collection_permission_denied` or `invalid`.",
      2: "A user has one upload of sound or film in progress; another one is `rate_limited`, in whatever process.",
      3: "Probing an audio has a budget; without its duration nothing is kept, without its chapters it is, and of chapters the well-formed ones.",
      4: "A video has a poster of its own where none is given, or none where none can be taken.",
      5: "Who may add, but not choose, is refused after all, and nothing is kept.",
    },
  },
  {
    name: "Collections",
    about: "`GET /api/editor/media/collections/`.",
    rules: {
      1: "`type` names a kind of media; the answer is the collections that the caller may put such media into.",
    },
  },
  {
    name: "Legacy media",
    about:
      "`/api/videos/`, `/api/audios/` and `/api/upload_video/`, numbered as the specification's upload and delete details.",
    rules: {
      list: "Lists show the caller's own objects in the pagination envelope, the newest first.",
      read: "An object shows its files with absolute addresses, its own address without a slash at its end.",
      collection: "POST on the lists is 405, to strangers 403.",
      1: "The upload needs admin access, a collection to add to and the scope `write`, shares lock and budget with the editor API, and needs no title.",
      2: "Its refusals are the editor's: 403 without credentials, `validation_error` for the form, `rate_limited` while another upload is in progress.",
      3: "What is wrong with its files is told by field.",
      4: "Only owners delete, with admin access and the permission; a token without the scope `delete` is refused before anything is looked up.",
      5: "There is no upload of audios.",
    },
  },
  {
    name: "Web player",
    about: "`GET /api/audios/webplayer/…` and `GET /api/audios/player_config/`.",
    rules: {
      1: "The document has the audio's files, duration, chapters and transcript, where it is played and what it belongs to.",
      2: "Contributors are the labels of the transcript that are not blank, in order of their first appearance.",
      3: "An audio plays for those who may view or edit each page that the request names, or, where it names none, an episode that has it.",
      4: "The player's configuration has the colours and fonts of the theme, for light or dark.",
    },
  },
  {
    name: "Page filters",
    about: "The parameters of `GET /api/cms/pages/`, by their names.",
    rules: {
      type: "Pages of these types and of what they are kinds of.",
      child_of: "Direct children of a page.",
      descendant_of: "Everything below a page.",
      translation_of: "Translations of a page: none, because sites have one language.",
      fields: "The fields that items show, by the grammar of `*`, `_` and `-`.",
      order: "Ordered by fields, each ascending or, with `-`, descending.",
      slug: "Pages with exactly this slug.",
      show_in_menus: "Pages that menus show, or those that they do not.",
      search: "Pages in whose words all of the given ones are, or any, those that fit best first.",
      limit: "At most so many results.",
      offset: "Results from the one behind so many.",
    },
  },
  {
    name: "Enhanced filters",
    about: "The parameters of `GET /api/cms/pages/` that `use_post_filter=true` brings, by their names.",
    rules: {
      use_post_filter: "Nothing but `true` turns them on, and then lists show posts and episodes only.",
      date_facets: "Posts of one month.",
      category_facets: "Posts of a category, by its slug.",
      tag_facets: "Posts with a tag, by its slug.",
      date_after: "Posts from a day on, which belongs to them.",
      date_before: "Posts up to a day, which belongs to them.",
      o: "Ordered by visible date, or, with `-`, backwards, unless `order` says otherwise.",
    },
  },
  {
    name: "Facets",
    about: "`GET /api/facet_counts/…`, numbered as the specification's rules of facet counts.",
    rules: {
      list: "The list has the live blogs and podcasts that nobody is kept from, those that were first published last first.",
      posts:
        "Counted are live posts and episodes anywhere below the blog that nobody is kept from, whoever asks.",
      1: "Without `mode=modal`, each group counts the posts that match everything, and shows what is not zero.",
      2: "With `mode=modal`, each group is counted without its own selection; days do not matter, nor does the order.",
      3: "Groups are shown that the site has not switched off.",
      4: "With `mode=modal`, values stay listed when no post is left that has them.",
    },
  },
  {
    name: "Images",
    about: "`GET /api/cms/images/`, numbered as the specification's rules of the images endpoint.",
    rules: {
      list: "Images come by id, filtered by exact fields or tags, or searched for by words, in the envelope and with the errors of pages.",
      item: "An item has its id, title, tags and where to download the original, its size by its own address, and what `fields` asks for.",
      find: "`find/?id=` leads to the image's address and keeps the other parameters.",
      1: "Only staff that are active get in; others get 403, or 401 where a challenge is due.",
      2: "Every answer is `private, no-store` and varies by cookie and authorization, refusals included.",
      3: "Images of a restricted collection, or below one, are there only for those who pass the restriction.",
      4: "`SITE_PUBLIC_IMAGES_API` opens it to everybody when it is true, and nothing else.",
    },
  },
  {
    name: "Suggestions",
    about:
      "`GET /api/search-suggestions/<blog_id>/`, numbered as the specification's rules of title suggestions.",
    rules: {
      1: "`date_facets`, `category_facets` and `tag_facets` narrow the suggestions as they narrow lists.",
      2: "The search text is normalized, and answers repeat it; with fewer than two characters nothing is suggested.",
      3: "Titles alone are looked at; at most eight posts come, those that were published last first, with addresses to go to, and no answer may be kept.",
    },
  },
  {
    name: "Themes",
    about: "`GET /api/themes/` and `POST /api/update_theme/`, and where the selected theme shows.",
    rules: {
      list: "The list has the built-in themes, then the site's own, and the pagination envelope.",
      selected: "One theme is selected: the request's, else the session's, else the site's.",
      update: "The selection is kept in the caller's session, which is started where there is none.",
      refused: "What names no theme is refused, and changes nothing.",
      shown:
        "Players and the HTML of posts are made in the selected theme; posts in their blog's before the site's.",
    },
  },
  {
    name: "Authentication",
    about: "Who gets in, and with which scopes.",
    rules: {
      1: "Sessions are what a browser signs in with: it sends their cookie, and with what changes something the CSRF token.",
      2: "Web players, their configuration, themes and their selection, pages, facets and suggestions are for everybody; images are for staff, unless the setting opens them.",
      4: "The training data of comments is for staff; strangers and everybody else get 403.",
      5: "The editor API takes any authentication of a user with admin access, then asks for the object's permissions; others get 403, or 401 where a challenge is due.",
      6: "A scoped token needs the scope of the action, `write` or `publish`, beside the permission; reading needs none.",
      7: "Sessions and tokens without scopes go by permissions alone.",
      8: "`SITE_EDITOR_SCOPES` says which words stand for a scope; write is also create and update unless it says otherwise.",
    },
  },
  {
    name: "Errors",
    about: "The codes of the editor API's refusals.",
    rules: {
      validation_error: "400 with problems by path into the body.",
      permission_denied: "403, with the parent's id where a parent page refuses.",
      not_found: "404 for a post or an episode that is missing.",
      insufficient_scope: "403 for a token without the scope.",
      revision_conflict: "409 with the current and the submitted revision and where to edit.",
      no_unpublished_draft: "409 when a live page has nothing to publish.",
      published_post: "409 when a page that must be unpublished is live.",
      scheduled_post: "409 when a page that must be unpublished is scheduled.",
      page_locked: "409 when a lock refuses.",
      workflow_active: "409 when a workflow is active.",
      ambiguous_lookup: "409 when several posts match.",
      no_upload_collection: "403, flat, where there is no collection that the caller may use.",
      post_save_permission_denied: "403, flat, for who may add, but not choose.",
      probe_timeout: "422, flat, when an audio could not be probed in time.",
      probe_failed: "422, flat, when an audio could not be probed.",
      rate_limited: "429, flat, while another upload is in progress.",
      cleanup_failed: "500, flat, when a failed upload could not be cleared away.",
    },
  },
];

/** The name of every rule, such as `Publish 3`, in the order of the sections. */
export const ruleNames: readonly string[] = ruleSections.flatMap(({ name, rules }) =>
  Object.keys(rules).map((key) => `${name} ${key}`),
);
