import type { Declaration, ExtensionModel } from "../../schema/model/index.ts";
import { declarationWithoutDocs } from "../../schema/model/without-docs.ts";
import { prettierLayout, printJson } from "../print/json.ts";

/** The extension itself, as JSON that other programs can generate from. */
export function printExtension(model: ExtensionModel, docs: boolean): string {
  const placeless: ExtensionModel = {
    ...model,
    // Places are for diagnostics: their paths differ from one machine to the next.
    imports: model.imports.map(({ position: _, ...taken }) => taken),
    declarations: model.declarations.map(
      ({ position: _, ...declaration }): Declaration => declaration,
    ),
  };
  const printed = docs ? placeless : withoutProse(placeless);
  return `${printJson(Object.entries(printed), prettierLayout)}\n`;
}

/** Neither the schema's words nor ours. */
function withoutProse(model: ExtensionModel): ExtensionModel {
  const { descriptions: _, methods = {}, ...facts } = model.facts;
  const undescribed = Object.entries(methods).map(
    ([method, { description: __, ...fact }]) => [method, fact],
  );
  return {
    ...model,
    declarations: model.declarations.map(declarationWithoutDocs),
    facts: {
      ...facts,
      ...(model.facts.methods && { methods: Object.fromEntries(undescribed) }),
    },
  };
}
