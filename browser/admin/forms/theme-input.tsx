import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { service } from "../shell/service.ts";
import { formTexts as words } from "./texts.ts";

/** One of the themes that the service has. */
export const ThemeInput = ({
  value,
  change,
  ...common
}: {
  readonly id: string;
  readonly value: string;
  readonly change: (value: string | null) => void;
}) => {
  const themes = useSignal<readonly { readonly slug: string; readonly name: string }[]>([]);
  useEffect(() => {
    service.request("get", "/api/themes/").then(
      ({ items }) => {
        themes.value = items;
      },
      () => {},
    );
  }, []);
  return (
    <select {...common} value={value} onChange={({ currentTarget }) => change(currentTarget.value || null)}>
      <option value="">{words.byDefault}</option>
      {themes.value.map(({ slug, name }) => (
        <option key={slug} value={slug}>
          {name}
        </option>
      ))}
    </select>
  );
};
