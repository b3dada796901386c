/**
 * The screens beside start and editor, as one file that is loaded when one of them is first opened:
 * each in a file of its own would take a dozen requests, since they share much.
 */
export { Bin } from "./bin/bin.tsx";
export { Comments } from "./comments/comments.tsx";
export { History } from "./history/history.tsx";
export { Library } from "./media/library.tsx";
export { ObjectPage } from "./media/object-page.tsx";
export { Pages } from "./pages/pages.tsx";
export { KeysList } from "./palette/keys.tsx";
export { Place } from "./settings/place.tsx";
export { Settings } from "./settings/settings.tsx";
