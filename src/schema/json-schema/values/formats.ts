import { wholeBetween, type Random } from "./random.ts";
import { word } from "./words.ts";

/** A text of a format; undefined for one that is not known. */
export function textOfFormat(
  format: string,
  random: Random,
): string | undefined {
  const make = makers.get(format.toLowerCase());
  return make?.(random);
}

/** The format that a name speaks of, where a schema says none. */
export function formatOfName(name: string): string | undefined {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/);
  const last = words.at(-1) ?? "";
  return namedFormats.get(last) ?? (last === "at" ? "date-time" : undefined);
}

const namedFormats: ReadonlyMap<string, string> = new Map([
  ["email", "email"],
  ["mail", "email"],
  ["url", "uri"],
  ["uri", "uri"],
  ["link", "uri"],
  ["href", "uri"],
  ["date", "date"],
  ["timestamp", "date-time"],
  ["datetime", "date-time"],
  ["uuid", "uuid"],
  ["guid", "uuid"],
  ["hostname", "hostname"],
  ["host", "hostname"],
  ["ip", "ipv4"],
]);

type Maker = (random: Random) => string;

const email: Maker = (random) => `${word(random)}@example.com`;
const host: Maker = (random) => `${word(random)}.example.com`;
const uri: Maker = (random) => `https://example.com/${word(random)}`;
const path: Maker = (random) => `/${word(random)}`;
const moment: Maker = (random) =>
  new Date(firstMoment + wholeBetween(random, 0, 31_536_000) * 1000)
    .toISOString()
    .replace(".000", "");
const duration: Maker = (random) => `PT${wholeBetween(random, 1, 59)}M`;

/** 2024 began then. What follows from a seed does not follow from the day. */
const firstMoment = 1_704_067_200_000;

const makers: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ["date-time", moment],
  ["datetime", moment],
  ["date", (random) => moment(random).slice(0, 10)],
  ["time", (random) => moment(random).slice(11)],
  ["duration", duration],
  ["email", email],
  ["idn-email", email],
  ["hostname", host],
  ["idn-hostname", host],
  [
    "ipv4",
    // 192.0.2.0/24 is for examples.
    (random) => `192.0.2.${wholeBetween(random, 1, 254)}`,
  ],
  ["ipv6", (random) => `2001:db8::${hex(random, 4)}`],
  ["uri", uri],
  ["url", uri],
  ["iri", uri],
  ["uri-reference", path],
  ["iri-reference", path],
  ["uri-template", (random) => `https://example.com/{${word(random)}}`],
  ["uuid", uuid],
  ["json-pointer", path],
  ["relative-json-pointer", (random) => `0${path(random)}`],
  ["regex", (random) => `^${word(random)}$`],
  ["byte", (random) => btoa(word(random))],
  ["base64", (random) => btoa(word(random))],
  ["color", (random) => `#${hex(random, 6)}`],
]);

function hex(random: Random, length: number): string {
  const first = wholeBetween(random, 1, 15);
  const others = Array.from({ length: length - 1 }, () =>
    wholeBetween(random, 0, 15),
  );
  return [first, ...others].map((digit) => digit.toString(16)).join("");
}

/** Of version 4. */
function uuid(random: Random): string {
  const variant = wholeBetween(random, 8, 11).toString(16);
  const parts = [hex(random, 8), hex(random, 4), `4${hex(random, 3)}`];
  return [...parts, `${variant}${hex(random, 3)}`, hex(random, 12)].join("-");
}
