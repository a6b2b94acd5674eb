import type { EmitName, EmitOptions } from "../../emit/index.ts";
import { projectLacks, type ProjectLack } from "../packages/lacks.ts";
import { hasStubs, isCopied, requiredPackages } from "./runtime.ts";

const data: readonly EmitName[] = ["json-schema", "protocol"];

/** What the project of an output folder lacks for what is emitted there. */
export function lacksOf(options: EmitOptions, out: string): ProjectLack[] {
  if (options.emit.every((name) => data.includes(name))) return [];
  return projectLacks(out, {
    language: options.target,
    packages: requiredPackages(options),
    node: isCopied(options),
    web: hasStubs(options),
  });
}
