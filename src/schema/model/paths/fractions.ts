import type { Protocol } from "../protocol.ts";

/** Feature of revisions whose published JSON Schema says `integer` for a bare `number`. */
const integerNumbers = "integer-numbers";

type NumberRules = Pick<Protocol, "features" | "fractions" | "extensions">;

/**
 * Returns a test for the places where a number may have a fraction if no tag says
 * otherwise. A place is a type name, or one followed by property names, joined by dots.
 */
export function createFractionTest({
  features,
  fractions,
  extensions = [],
}: NumberRules): (path: string) => boolean {
  const isInteger = hasIntegerNumbers({ features });
  if (!isInteger && !extensions.some(hasIntegers)) return () => true;
  const added = new Map(
    extensions.flatMap((extension) =>
      extension.declarations.map((name) => [name, hasIntegers(extension)]),
    ),
  );
  return (path) => {
    const [owner = path] = path.split(".", 1);
    return (
      !(added.get(owner) ?? isInteger) ||
      fractions.some((at) => path === at || path.startsWith(`${at}.`))
    );
  };
}

/** Returns true if a `number` of the core is an integer where no tag says otherwise. */
export function hasIntegerNumbers({
  features,
}: Pick<Protocol, "features">): boolean {
  return features.includes(integerNumbers);
}

function hasIntegers({ integers }: { integers?: true }): boolean {
  return integers === true;
}
