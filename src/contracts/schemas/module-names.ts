import { code as compiledCode } from "../../emit/fixed/compiled-schema.ts";
import { code as guardCode } from "../../emit/fixed/guards.ts";

/** What a module of schemas declares whatever they are. */
export const schemasModuleNames: ReadonlySet<string> = new Set([
  ...Object.keys(guardCode),
  ...Object.keys(compiledCode),
]);
