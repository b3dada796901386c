import { signal } from "@preact/signals";
import { texts } from "../texts/index.ts";
import { Dialog } from "./dialog.tsx";
import { caller, meet, messageOf, obstacle, signIn } from "./service.ts";

const problem = signal("");
const isBusy = signal(false);

const submit = async (event: SubmitEvent) => {
  event.preventDefault();
  const data = new FormData(event.target as HTMLFormElement);
  const username = String(data.get("username"));
  const name = caller.value?.user.username;
  if (name !== undefined && username !== name) {
    problem.value = texts.signIn.other(name);
    return;
  }
  isBusy.value = true;
  try {
    await signIn(username, String(data.get("password")));
    problem.value = "";
    await meet();
  } catch (error) {
    problem.value = messageOf(error);
  }
  isBusy.value = false;
};

/** Signs in over what is there: nothing on the screen is loaded anew. */
export const SignInDialog = () => {
  if (obstacle.value !== "signed out") return null;
  return (
    <Dialog title={texts.signIn.title}>
      <form onSubmit={submit} class="stack">
        <p>{texts.signIn.intro}</p>
        <label>
          {texts.signIn.username}
          <input name="username" autocomplete="username" value={caller.value?.user.username ?? ""} required />
        </label>
        <label>
          {texts.signIn.password}
          <input name="password" type="password" autocomplete="current-password" required autofocus />
        </label>
        <p role="alert" class="problem">
          {problem.value}
        </p>
        <button type="submit" class="primary" disabled={isBusy.value}>
          {texts.signIn.submit}
        </button>
      </form>
    </Dialog>
  );
};
