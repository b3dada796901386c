import { useSignal } from "@preact/signals";
import { site } from "../../shell/schema.ts";
import { inZone, ownZone, showSameTime } from "../../shell/zones.ts";
import { texts } from "../../texts/index.ts";

/** A time for the publication, chosen in this browser's time zone, and said in the site's, too. */
export const AtATime = ({
  isBusy,
  schedule,
}: {
  readonly isBusy: boolean;
  readonly schedule: (instant: Date) => void;
}) => {
  const typed = useSignal("");
  const instant = typed.value === "" ? undefined : new Date(typed.value);
  const siteZone = site.value?.timezone;
  return (
    <form
      class="later"
      onSubmit={(event) => {
        event.preventDefault();
        if (instant) schedule(instant);
      }}
    >
      <label>
        {texts.publish.later}
        <input
          type="datetime-local"
          value={typed.value}
          aria-describedby="publish-zones"
          onInput={({ currentTarget }) => {
            typed.value = currentTarget.value;
          }}
        />
      </label>
      <button type="submit" disabled={isBusy || !instant}>
        {texts.publish.schedule}
      </button>
      <small id="publish-zones" class="quiet" aria-live="polite">
        {instant && siteZone && !showSameTime(instant, ownZone(), siteZone)
          ? texts.publish.zones(inZone(instant, ownZone()), inZone(instant, siteZone))
          : texts.publish.yourZone(ownZone())}
      </small>
    </form>
  );
};
