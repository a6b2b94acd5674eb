import type { Protocol } from "../../../src/schema/model/index.ts";
import type { FactTables } from "../../../src/revisions/overrides/index.ts";
import { schema } from "../../cli/command-line.ts";
import { protocolOf } from "../../support/protocols.ts";

/** The small schema with one more line, which may redefine what it has, and more facts. */
export function protocolWith(
  text: string,
  facts: Partial<FactTables> = {},
): Protocol {
  const names = declaredNames(text);
  const kept = declarationsOf(schema).filter(
    (one) => !declaredNames(one).some((name) => names.includes(name)),
  );
  return protocolOf([...kept, text].join("\n"), "test", facts);
}

function declarationsOf(text: string): string[] {
  return text.split(/(?=^(?:\/\*\*.*\*\/\n)?export )/m);
}

function declaredNames(text: string): string[] {
  return [...text.matchAll(/export (?:type|interface|const) (\w+)/g)].map(
    ([, name = ""]) => name,
  );
}
