interface ZoneInputProps {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
  readonly value: string;
  readonly change: (typed: string) => void;
}

/** A time zone by its name, such as `Europe/Berlin`; the browser suggests those that it knows. */
export const ZoneInput = ({ value, change, ...common }: ZoneInputProps) => {
  const zones = `${common.id}-zones`;
  return (
    <>
      <input
        {...common}
        list={zones}
        spellcheck={false}
        value={value}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
      <datalist id={zones}>
        {Intl.supportedValuesOf("timeZone").map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
};
