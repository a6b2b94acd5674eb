import { describe, expect, test } from "vitest";
import { deriveRevision } from "../../src/revisions/derive.ts";
import type { EmitOptions } from "../../src/emit/index.ts";
import type { Constraints, Protocol } from "../../src/schema/model/index.ts";
import { withoutDocs } from "../../src/schema/model/without-docs.ts";
import { parseSchema } from "../../src/schema/parse/index.ts";
import { load } from "../../src/revisions/load.ts";
import { bundledRevisions } from "../../src/revisions/revisions.ts";
import { emitFiles } from "../support/emitted.ts";
import { hostileSchema } from "../support/hostile.ts";
import {
  caseProtocols,
  protocolOf,
  revisionProtocols,
} from "../support/protocols.ts";

// A revision that is another by a second name has the same declarations.
const aliases = bundledRevisions().flatMap(({ id, aliasOf }) =>
  aliasOf === undefined ? [] : [id],
);
const protocols = [
  ...(await revisionProtocols()).filter(
    ({ revision }) => !aliases.includes(revision),
  ),
  ...caseProtocols(),
];
const hostile = protocolOf(hostileSchema(), "hostile");

describe.each([...protocols, hostile])("$revision", (protocol) => {
  test("comes back from its types.ts", () => {
    expect(facts(reparsed(protocol))).toEqual(facts(protocol));
  });

  test("comes back from its types.ts, bundled without prose", () => {
    const lean = leanOf(protocol);
    expect(facts(reparsed(lean))).toEqual(facts(lean));
  });

  test("comes back from a types.ts that carries no prose", () => {
    const text = emitted(protocol, { emit: ["types"], docs: false });
    const bare = parsed(text, protocol.revision);
    expect(facts(bare)).toEqual(facts(unmarked(protocol)));
    expect(constraintsOf(bare)).toEqual(constraintsOf(protocol));
  });

  test("comes back from its protocol.json", async () => {
    const text = emitted(protocol, { emit: ["protocol"] });
    expect(await load(JSON.parse(text))).toEqual(protocol);
  });
});

test.each(protocols)("$revision keeps its prose", (protocol) => {
  const prose = texts(protocol);
  const others = new Set(texts(reparsed(leanOf(protocol))));
  const came = texts(reparsed(protocol)).filter((text) => !others.has(text));
  expect(came).toEqual(prose);
});

test("a property that is lost on the way is told", () => {
  const [protocol] = protocols;
  if (protocol === undefined) throw new Error("there is no protocol");
  const text = emitted(protocol, { emit: ["types"] });
  const shorter = text.replace("  method: string;\n", "");
  expect(shorter).not.toBe(text);
  expect(facts(parsed(shorter, protocol.revision))).not.toEqual(
    facts(protocol),
  );
});

/** What comes back from the types.ts of a protocol, read once for all tests. */
const reparsed = once((protocol: Protocol): Protocol => {
  const text = emitted(protocol, { emit: ["types"] });
  return parsed(text, protocol.revision);
});

const leanOf = once(withoutDocs);

/** The function, which does its work once for each protocol. */
function once<T>(make: (protocol: Protocol) => T): (protocol: Protocol) => T {
  const made = new WeakMap<Protocol, { readonly value: T }>();
  return (protocol) => {
    const known = made.get(protocol) ?? { value: make(protocol) };
    made.set(protocol, known);
    return known.value;
  };
}

function emitted(protocol: Protocol, options: Partial<EmitOptions>): string {
  const [file] = emitFiles([protocol], options);
  return file?.text ?? "";
}

function parsed(text: string, revision: string): Protocol {
  const { declarations, diagnostics } = parseSchema({ path: "types.ts", text });
  expect(diagnostics).toEqual([]);
  return deriveRevision(declarations, { revision }).protocol;
}

/** All but prose, positions and source. A `Date` is written as what travels: a string. */
function facts({ source: _, ...protocol }: Protocol): Omit<Protocol, "source"> {
  const text = JSON.stringify(withoutDocs(protocol), (_key, entry: unknown) =>
    isDate(entry) ? { kind: "keyword", name: "string" } : entry,
  );
  return JSON.parse(text) as Omit<Protocol, "source">;
}

function isDate(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { kind, name } = value as { kind?: unknown; name?: unknown };
  return (
    kind === "keyword" && name === "Date" && Object.keys(value).length === 2
  );
}

/** Without the tags that are prose: who does not want it has no use for them. */
function unmarked(protocol: Protocol): Protocol {
  const marks = new Set(["deprecated", "internal", "category"]);
  return copyWithout(protocol, marks);
}

function copyWithout<T>(value: T, keys: ReadonlySet<string>): T {
  const text = JSON.stringify(value, (key, entry: unknown) =>
    keys.has(key) ? undefined : entry,
  );
  return JSON.parse(text);
}

function constraintsOf(protocol: Protocol): Constraints[] {
  return valuesOf(protocol.declarations, "constraints");
}

/** The descriptions. */
function texts(protocol: Protocol): unknown[] {
  return valuesOf<{ text?: string }>(protocol.declarations, "comment").flatMap(
    ({ text }) => text ?? [],
  );
}

/** Every value that stands under the key, at any depth. */
function valuesOf<T>(value: unknown, wanted: string): T[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) =>
    key === wanted ? [entry] : valuesOf<T>(entry, wanted),
  );
}
