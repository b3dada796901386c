import { useId, useRef } from "preact/hooks";
import type { Json } from "#lib/json.ts";
import type { FocalPoint as Point } from "#lib/media/focal-point.ts";
import type { FieldDescription } from "../forms/field-description.ts";
import { middle, movedBy, percent, pointUnder } from "./points.ts";
import { displayOf, keptInView, type MediaObject } from "./read-media.ts";
import { words } from "./texts.ts";

export const isFocalPoint = ({ name, type }: FieldDescription): boolean =>
  name === "focal_point" && type === "object";

/** How themes cut pictures: in lists, in galleries, and as artwork and faces. */
const cuts = ["3:2", "4:3", "1:1"] as const;

/**
 * The point of a picture that stays in view where it is cut, with what is then seen. A pointer sets it
 * anywhere on the picture and drags it; arrow keys move it.
 */
export const FocalPoint = ({
  media,
  value,
  change,
  problem,
}: {
  readonly media: MediaObject;
  readonly value: Json;
  readonly change: (value: Json) => void;
  readonly problem: string | undefined;
}) => {
  const id = useId();
  const whole = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLButtonElement>(null);
  const chosen = value as unknown as Point | null;
  const { x, y } = chosen ?? middle;
  const place = { left: percent(x), top: percent(y) };
  const set = (point: Point) => change({ x: point.x, y: point.y });
  /** The mark is disabled with the form. */
  const setUnder = (event: PointerEvent | MouseEvent) => {
    if (whole.current && !mark.current?.matches(":disabled"))
      set(pointUnder(event, whole.current.getBoundingClientRect()));
  };
  const url = displayOf(media);
  return (
    <fieldset class="field focal">
      <legend>{words.focal.label}</legend>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the mark within it takes the keys */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the mark within it takes the keys */}
      <div
        class="focal-whole"
        ref={whole}
        onClick={(event) => {
          // The end of a drag is a click on the mark.
          if (mark.current?.contains(event.target as Node)) return;
          setUnder(event);
          mark.current?.focus();
        }}
      >
        <img src={url} alt="" draggable={false} decoding="async" />
        <button
          type="button"
          ref={mark}
          class={chosen ? "mark" : "mark unset"}
          style={place}
          role="slider"
          aria-label={words.focal.label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(x * 100)}
          aria-valuetext={chosen ? words.focal.at(percent(x), percent(y)) : words.focal.none}
          aria-describedby={`${id}-help`}
          onKeyDown={(event) => {
            const moved = movedBy({ x, y }, event.key, event.shiftKey);
            if (!moved || event.ctrlKey || event.altKey || event.metaKey) return;
            event.preventDefault();
            set(moved);
          }}
          onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
          onPointerMove={(event) => {
            if (event.currentTarget.hasPointerCapture(event.pointerId)) setUnder(event);
          }}
        />
      </div>
      <ul class="focal-cuts" aria-label={words.focal.cuts}>
        {cuts.map((ratio) => (
          <li key={ratio}>
            <img
              src={url}
              alt=""
              decoding="async"
              style={{
                aspectRatio: ratio.replace(":", "/"),
                ...keptInView({ focal_point: chosen }),
              }}
            />
            <small>{ratio}</small>
          </li>
        ))}
      </ul>
      <small class="help" id={`${id}-help`}>
        {words.focal.help}
      </small>
      {problem && (
        <small class="problem" role="alert">
          {problem}
        </small>
      )}
      <div class="buttons">
        <button
          type="button"
          aria-disabled={!chosen}
          onClick={() => {
            if (chosen) change(null);
          }}
        >
          {words.focal.clear}
        </button>
        <span class="quiet">{chosen ? words.focal.at(percent(x), percent(y)) : words.focal.none}</span>
      </div>
    </fieldset>
  );
};
