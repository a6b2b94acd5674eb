import { isReleased, type Lock, type LockedInput } from "../config/lock.ts";
import type { WantedInput } from "./inputs.ts";
import type { NewsKind } from "./report.ts";
import type { Sources } from "./sources.ts";

/** What was found of an input, beside what was known of it. */
export interface Found {
  readonly wanted: WantedInput;
  /** What it is now, as the lock will say it. */
  readonly input: LockedInput;
  /** What the lock says, or else the package; absent where neither does. */
  readonly base?: LockedInput;
  /** What has become of it; absent where it is as the lock says. */
  readonly kind?: NewsKind;
  /** Its bytes, where no package has it and it is no file of the project. */
  readonly bytes?: Uint8Array;
  /** Where a person sees it. */
  readonly url?: string;
  /** What is to be known of it. */
  readonly note?: string;
}

/** Where and how inputs are looked for. */
export interface Search {
  /** The folder of the lock. */
  readonly folder: string;
  readonly lock?: Lock;
  /** Absent without a network. */
  readonly sources?: Sources;
  /** What is looked up; the rest stays as it is locked. */
  readonly only?: ReadonlySet<string>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What has become of an input: of a released one, and of one that floats. */
export function turned(
  input: LockedInput,
  locked: LockedInput | undefined,
  known: LockedInput | undefined = undefined,
): Pick<Found, "input" | "base" | "kind"> {
  const base = locked ?? known;
  if (base === undefined) return { input, kind: "taken" };
  if (base.sha256 !== input.sha256)
    return { input, base, kind: isPinned(input) ? "edited" : "changed" };
  return locked === undefined
    ? { input, base, kind: "taken" }
    : { input, base };
}

/** Whether what was published under this name is never to change. */
export function isPinned(input: LockedInput): boolean {
  if (input.source === undefined && input.url === undefined) return false;
  const { kind, id = "", revision = "" } = input;
  const label = kind === "extension" ? revision : id;
  return isReleased(label) || (kind === "extension" && isVersion(label));
}

function isVersion(label: string): boolean {
  return /^v?\d+(\.\d+)*$/.test(label);
}

/** Whether an input is looked up, or stays as it is locked. */
export function isLookedUp(
  { id = "" }: WantedInput,
  { only, sources }: Search,
): boolean {
  if (sources === undefined) return false;
  return only === undefined || only.has(id);
}

/** What a lock calls an input. */
export function namesOf(
  wanted: WantedInput,
  id: string | undefined,
): Pick<LockedInput, "kind" | "id" | "revision"> {
  const revision = wanted.kind === "extension" ? wanted.revision : undefined;
  return {
    kind: wanted.kind,
    ...(id !== undefined && { id }),
    ...(revision !== undefined && { revision }),
  };
}

/** What the lock says of an input, in whichever output. */
export function lockedInput(
  lock: Lock | undefined,
  { kind, id, revision }: Pick<LockedInput, "kind" | "id" | "revision">,
  fits: (input: LockedInput) => boolean,
): LockedInput | undefined {
  return lock?.outputs
    .flatMap(({ inputs }) => inputs)
    .find(
      (one) =>
        one.kind === kind &&
        one.id === id &&
        (revision === undefined || one.revision === revision) &&
        fits(one),
    );
}
