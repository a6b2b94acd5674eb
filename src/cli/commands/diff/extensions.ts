import type { Diagnostic } from "../../../base/diagnostics/diagnostic.ts";
import { UsageError } from "../../../base/diagnostics/error.ts";
import { extendProtocols } from "../../../project/api/extensions/extend.ts";
import type { ExtensionInput } from "../../../project/api/options.ts";
import type { Protocol } from "../../../schema/model/index.ts";

/** Both sides with the extensions that are for them. */
export interface ExtendedSides {
  readonly sides: [Protocol, Protocol];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Adds the extensions to both sides. One that is named twice is compared with itself: the first
 * of the two is that of the first side.
 */
export async function extendSides(
  [before, after]: readonly [Protocol, Protocol],
  inputs: readonly ExtensionInput[],
): Promise<ExtendedSides> {
  const [left, right] = perSide(inputs);
  if (left.length === inputs.length) {
    const { extended, diagnostics } = await extendProtocols(
      [before, after],
      inputs,
      {},
      "note",
    );
    const [old = before, now = after] = extended.map((one) => one.protocol);
    return { sides: [old, now], diagnostics };
  }
  const first = await extendProtocols([before], left, {}, "note");
  const second = await extendProtocols([after], right, {}, "note");
  const [old = before] = first.extended.map((one) => one.protocol);
  const [now = after] = second.extended.map((one) => one.protocol);
  return {
    sides: [old, now],
    diagnostics: [...first.diagnostics, ...second.diagnostics],
  };
}

function perSide(
  inputs: readonly ExtensionInput[],
): [ExtensionInput[], ExtensionInput[]] {
  const all = new Map<string, ExtensionInput[]>();
  for (const input of inputs)
    all.set(input.extension, [...(all.get(input.extension) ?? []), input]);
  const sides: [ExtensionInput[], ExtensionInput[]] = [[], []];
  for (const [extension, [first, second, third]] of all) {
    if (third !== undefined)
      throw new UsageError(
        "duplicate-extension",
        `The extension ${extension} is named more than twice`,
        { hint: "name it once, or once for each side" },
      );
    if (first !== undefined) sides[0].push(first);
    const other = second ?? first;
    if (other !== undefined) sides[1].push(other);
  }
  return sides;
}
