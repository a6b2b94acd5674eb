import type { Protocol } from "../schema/model/index.ts";
import { emitters, withNeeded } from "./emitters.ts";
import type { EmitName, EmitOptions } from "./options.ts";
import type { EmittedFile, Module } from "./print/module.ts";
import { remember } from "./remember.ts";
import { shareModules, type SharedModules } from "./shared-code/share.ts";

/** The outputs of a protocol, in the order in which they build on each other. */
export interface Printed {
  readonly protocol: Protocol;
  readonly modules: Readonly<Partial<Record<EmitName, Module>>>;
  readonly files: readonly EmittedFile[];
}

/** Prints them; of a protocol and options that are the same, once. */
export const printAll: (protocol: Protocol, options: EmitOptions) => Printed =
  remember((protocol: Protocol, options: EmitOptions): Printed => {
    const modules: Partial<Record<EmitName, Module>> = {};
    const files: EmittedFile[] = [];
    for (const name of withNeeded(options.emit)) {
      const output = emitters[name].print(protocol, options);
      if ("text" in output) files.push(output);
      else modules[name] = output;
    }
    return { protocol, modules, files };
  }, JSON.stringify);

/**
 * Takes out of the guards what several revisions have alike. A revision without
 * guards is none of them.
 */
export const shareGuards: (
  protocols: readonly Protocol[],
  options: EmitOptions,
) => SharedModules = remember(
  (protocols: readonly Protocol[], options: EmitOptions): SharedModules =>
    shareModules(
      "guards",
      protocols.flatMap((protocol) => {
        const { guards: module } = printAll(protocol, options).modules;
        return module === undefined ? [] : [{ protocol, module }];
      }),
    ),
  JSON.stringify,
);
