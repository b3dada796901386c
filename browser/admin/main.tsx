import { type JSX, render } from "preact";
import { useEffect } from "preact/hooks";
import type { MediaKind } from "./media/read-media.ts";
import { NewPage } from "./pages/new-page.tsx";
import { readEarly } from "./shell/first-reads.ts";
import { Frame } from "./shell/frame.tsx";
import { keepFocus } from "./shell/kept-focus.ts";
import { lazy } from "./shell/lazy.tsx";
import { LeavingDialog, leaveBrowser } from "./shell/leaving.tsx";
import { Notices } from "./shell/notices.tsx";
import { nameWindow } from "./shell/page-title.ts";
import { place } from "./shell/router.ts";
import { caller, meet, obstacle } from "./shell/service.ts";
import { SignInDialog } from "./shell/sign-in.tsx";
import { isUploaderWanted, mayLeaveUploads } from "./shell/uploading.ts";
import { Start } from "./start/start.tsx";
import { language, texts } from "./texts/index.ts";

const sections = () => import("./sections.ts");

const editorPath = /^\/pages\/(\d+)\/edit\/$/;
const editor = () => import("./editor/editor-page.tsx");
// Who opens a page directly gets the largest file, and what it asks first, while the service says who they are.
const [, opened] = editorPath.exec(place.value.path) ?? [];
if (opened !== undefined) {
  void editor().catch(() => {});
  readEarly(Number(opened));
}

const EditorPage = lazy(async () => (await editor()).EditorPage);
const Pages = lazy(async () => (await sections()).Pages);
const Comments = lazy(async () => (await sections()).Comments);
const Bin = lazy(async () => (await sections()).Bin);
const Place = lazy(async () => (await sections()).Place);
const Settings = lazy(async () => (await sections()).Settings);
const History = lazy(async () => (await sections()).History);
const Library = lazy(async () => (await sections()).Library);
const UploadsPanel = lazy(async () => (await import("./media/uploads-panel.tsx")).UploadsPanel, {
  isQuiet: true,
});
const ObjectPage = lazy(async () => (await sections()).ObjectPage);

const sendWords = async (userId: number) => (await import("./editor/send-words.ts")).sendWords(userId);

/** The screens by their addresses below `/cms`. What an expression captures is given to its screen. */
const screens: readonly (readonly [RegExp, (...captured: string[]) => JSX.Element])[] = [
  [/^\/$/, () => <Start />],
  [/^\/pages\/$/, () => <Pages />],
  [/^\/pages\/new\/$/, () => <NewPage />],
  [editorPath, (id) => <EditorPage key={id} id={Number(id)} otherwise={<Place id={Number(id)} />} />],
  [/^\/pages\/(\d+)\/history\/$/, (id) => <History key={id} id={Number(id)} />],
  [/^\/media\/$/, () => <Library />],
  [/^\/settings\/(?:(\w+)\/)?$/, (name = "settings") => <Settings name={name} />],
  [
    /^\/(image|audio|video)s\/(\d+)\/edit\/$/,
    (kind, id) => <ObjectPage key={`${kind} ${id}`} kind={kind as MediaKind} id={Number(id)} />,
  ],
  [/^\/comments\/$/, () => <Comments />],
  [/^\/bin\/$/, () => <Bin />],
];

const Screen = () => {
  for (const [address, show] of screens) {
    const match = address.exec(place.value.path);
    if (match) return show(...match.slice(1));
  }
  return <p class="waiting">{texts.notFound}</p>;
};

/** When what nobody waits for is loaded. */
const lateMs = 3_000;

const App = () => {
  useEffect(() => {
    const show = () => {
      isUploaderWanted.value = true;
    };
    // Nobody waits for what uploads, until a file is dragged here.
    const timer = setTimeout(show, lateMs);
    addEventListener("dragenter", show, { once: true });
    return () => {
      clearTimeout(timer);
      removeEventListener("dragenter", show);
    };
  }, []);
  return (
    <>
      <Frame leave={async () => (mayLeaveUploads() ? leaveBrowser(sendWords) : undefined)}>
        {caller.value ? (
          <Screen />
        ) : (
          <p class="waiting">{obstacle.value === "offline" ? texts.offline : ""}</p>
        )}
      </Frame>
      <SignInDialog />
      <LeavingDialog />
      {(isUploaderWanted.value || place.value.path === "/media/") && <UploadsPanel />}
      <Notices />
    </>
  );
};

void meet();
document.documentElement.lang = language;
const root = document.getElementById("admin");
if (root) {
  render(<App />, root);
  keepFocus(root);
  nameWindow(root);
}
