import { emitChoices } from "../../emit/index.ts";
import type { ImportExtension, Target } from "../../emit/print/module.ts";
import { keptOf } from "../write.ts";

/** How a server is printed: what later runs keep. */
export interface ServerSettings {
  readonly name: string | undefined;
  readonly target: Target;
  readonly importExtension: ImportExtension;
  readonly docs: boolean;
}

/** What is asked for, else what the folder was made with, else what is usual. */
export function settingsOf(
  given: Partial<ServerSettings> & { readonly out?: string | undefined },
): ServerSettings {
  const kept =
    given.out === undefined ? {} : (keptOf(given.out, "server")?.options ?? {});
  const { name, target, importExtension, docs } = kept;
  return {
    name: given.name ?? (typeof name === "string" ? name : undefined),
    target: given.target ?? choice(emitChoices.target, target) ?? "ts",
    importExtension:
      given.importExtension ??
      choice(emitChoices.importExtension, importExtension) ??
      ".js",
    docs: given.docs ?? docs !== false,
  };
}

/** What the manifest says of them: nothing of what is usual. */
export function unusual({
  name,
  target,
  importExtension,
  docs,
}: ServerSettings): Readonly<Record<string, unknown>> {
  return {
    ...(name !== undefined && { name }),
    ...(target !== "ts" && { target }),
    ...(importExtension !== ".js" && { importExtension }),
    ...(!docs && { docs }),
  };
}

function choice<Known extends string>(
  known: readonly Known[],
  value: unknown,
): Known | undefined {
  return known.find((one) => one === value);
}
