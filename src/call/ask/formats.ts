/** What is wrong with a value for its format; undefined for a format that is not known. */
export function formatProblem(
  format: unknown,
  value: unknown,
): string | undefined {
  if (typeof format !== "string" || typeof value !== "string") return undefined;
  const known = formats.get(format);
  return known === undefined || known.fits(value)
    ? undefined
    : `Expected ${known.wanted}.`;
}

interface KnownFormat {
  readonly wanted: string;
  fits(value: string): boolean;
}

const formats: ReadonlyMap<string, KnownFormat> = new Map([
  ["date", { wanted: "a date such as 2026-12-24", fits: isDate }],
  [
    "date-time",
    { wanted: "a time such as 2026-12-24T18:00:00Z", fits: isDateTime },
  ],
  [
    "email",
    {
      wanted: "an e-mail address",
      fits: (value: string) => /^[^\s@]+@[^\s@]+$/.test(value),
    },
  ],
  [
    "uri",
    {
      wanted: "an address such as https://example.com",
      fits: (value: string) => URL.canParse(value),
    },
  ],
]);

function isDate(text: string): boolean {
  const date = /^\d{4}-\d\d-\d\d$/.test(text)
    ? new Date(`${text}T00:00:00Z`)
    : undefined;
  // There is no 30th of February, of which Date makes one in March.
  return (
    date !== undefined &&
    !Number.isNaN(date.getTime()) &&
    date.toISOString().startsWith(text)
  );
}

function isDateTime(text: string): boolean {
  const [, date = "", time] =
    /^(\d{4}-\d\d-\d\d)t(\d\d:\d\d:\d\d(?:\.\d+)?)(?:z|[+-]\d\d:\d\d)$/i.exec(
      text,
    ) ?? [];
  return time !== undefined && isDate(date) && !Number.isNaN(Date.parse(text));
}
