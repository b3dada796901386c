/** What stands beside the text when one asks for it, as one file that is loaded then. */
export { LockHere } from "../locks/lock-here.tsx";
export { Details } from "./details.tsx";
export { PageForPrograms } from "./page-programs.tsx";
export { PublishPanel } from "./publish/panel.tsx";
