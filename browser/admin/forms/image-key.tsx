import type { Json } from "#lib/json.ts";
import { MediaInput } from "./media-input.tsx";

/** A picture as manifests name it: `image-17`, or the key that a manifest has given it. */
export const ImageKey = ({
  value,
  change,
}: {
  readonly value: string | undefined;
  readonly change: (value: Json) => void;
}) => {
  const id = /^image-(\d+)$/.exec(value ?? "")?.[1];
  return (
    <>
      {value !== undefined && id === undefined && <p>{value}</p>}
      <MediaInput
        kind="image"
        id={id === undefined ? null : Number(id)}
        choose={(chosen) => change(chosen === null ? null : { image: `image-${chosen}` })}
      />
    </>
  );
};
