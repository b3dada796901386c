import { render } from "preact";
import { useEffect } from "preact/hooks";
import { NewPage } from "./pages/new-page.tsx";
import { Pages } from "./pages/pages.tsx";
import { Frame } from "./shell/frame.tsx";
import { lazy } from "./shell/lazy.tsx";
import { leaveBrowser } from "./shell/leaving.ts";
import { Notices } from "./shell/notices.tsx";
import { place } from "./shell/router.ts";
import { caller, meet, obstacle } from "./shell/service.ts";
import { SignInDialog } from "./shell/sign-in.tsx";
import { Start } from "./start/start.tsx";
import { language, texts } from "./texts/index.ts";

const EditorPage = lazy(async () => (await import("./editor/editor-page.tsx")).EditorPage);

/** What is at an address below `/cms`. */
const Section = () => {
  const { path } = place.value;
  const page = /^\/pages\/(\d+)\/write\/$/.exec(path);
  if (page) return <EditorPage key={page[1]} id={Number(page[1])} />;
  if (path === "/") return <Start />;
  if (path === "/pages/") return <Pages />;
  if (path === "/pages/new/") return <NewPage />;
  return <p class="waiting">{texts.notFound}</p>;
};

const App = () => {
  useEffect(() => {
    void meet();
  }, []);
  return (
    <>
      <Frame leave={leaveBrowser}>
        {caller.value ? (
          <Section />
        ) : (
          <p class="waiting">{obstacle.value === "offline" ? texts.offline : ""}</p>
        )}
      </Frame>
      <SignInDialog />
      <Notices />
    </>
  );
};

document.documentElement.lang = language;
const root = document.getElementById("admin");
if (root) render(<App />, root);
