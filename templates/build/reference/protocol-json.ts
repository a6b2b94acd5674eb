import { readFileSync } from "node:fs";
import path from "node:path";
import { anchor, code, fence, prose, table } from "./markdown.ts";
import type { ReferencePage } from "./page.ts";

/** What is read of a definition of protocol.schema.json. */
interface Definition {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Definition>>;
  readonly required?: readonly string[];
  readonly items?: Definition;
  readonly anyOf?: readonly Definition[];
  readonly $ref?: string;
  readonly additionalProperties?: Definition | boolean;
}

/** What says itself what it is, and needs no section. */
const inline = "Record<string,string>";

/** docs/reference/protocol-json.md: the format of protocol.json, from its JSON Schema. */
export function protocolJsonPages(
  repository: string,
): readonly ReferencePage[] {
  const read = (name: string): string =>
    readFileSync(path.join(repository, name), "utf8");
  // The file is the project's own.
  const { $defs } = JSON.parse(read("src/revisions/protocol.schema.json")) as {
    readonly $defs: Readonly<Record<string, Definition>>;
  };
  const model: unknown = JSON.parse(read("generated/2025-11-25/protocol.json"));
  const { Protocol, ...others } = $defs;
  if (Protocol === undefined) throw new Error("there is no Protocol");
  const sections = Object.entries(others)
    .filter(([name]) => name !== inline)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const text = `# protocol.json

A revision of the protocol as data: its methods, who sends them, what they carry, and every type that the schema declares. Read it to generate code in another language, or to look things up in a program.

${fence("ts", program)}

${fence("text", printed)}

Each revision has one: \`generate --emit protocol\` writes it, the package has it as \`mcp-gen/2025-11-25/protocol.json\`, and \`load\` and \`parse\` of [the library](api/generator.md) give it as an object. Its own JSON Schema is \`mcp-gen/protocol.schema.json\`; \`generate\` writes that beside the revisions.

## What readers must tolerate

- \`formatVersion\` is 1. It changes when a reader of today would misunderstand the file. Refuse a version that you do not know.
- Fields may be added within a version. Ignore those that you do not know.
- A field that is not required may be absent. \`null\` and \`undefined\` are never written.
- A type is one of several kinds, told apart by \`kind\`. A new kind is a new version of the format.
- Names are those of the schema, in the order of its source. Do not rely on any other order.
- The bundled models have no comments: the specification's prose is not this project's to ship. \`descriptions\` has its own words instead. A model that you parse from a schema.ts has the schema's comments.

## An example

One request of 2025-11-25, as its \`protocol.json\` has it:

${fence("json", JSON.stringify(requestOf(model, "tools/call"), null, 2))}

And the type of its params:

${fence("json", JSON.stringify(declarationOf(model, "CallToolRequestParams"), null, 2))}

## Protocol

${section(Protocol)}

${sections.map(([name, one]) => `## ${name}\n\n${section(one)}`).join("\n\n")}

## See also

- [Emitted files](emitted-files.md): what else is made of it
- [Own schemas](../guides/own-schemas.md): the facts that a schema does not hold
`;
  return [{ path: "protocol-json.md", text }];
}

const program = `import { load } from "mcp-gen";

const { requests } = await load("2025-11-25");
for (const { method, direction, results } of requests)
  if (direction === "serverToClient")
    console.log(method, "gives", results.map(({ name }) => name).join(" or "));`;

const printed = `sampling/createMessage gives CreateTaskResult or CreateMessageResult
roots/list gives ListRootsResult
elicitation/create gives CreateTaskResult or ElicitResult`;

function listOf(model: unknown, key: string): readonly unknown[] {
  const list: unknown = Reflect.get(Object(model), key);
  return Array.isArray(list) ? list : [];
}

function requestOf(model: unknown, method: string): unknown {
  const found = listOf(model, "requests").find(
    (one) => Reflect.get(Object(one), "method") === method,
  );
  if (found === undefined) throw new Error(`there is no ${method}`);
  return found;
}

function declarationOf(model: unknown, name: string): unknown {
  const found = listOf(model, "declarations").find(
    (one) => Reflect.get(Object(one), "name") === name,
  );
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
}

/** Throws for what nobody has described. */
function section(definition: Definition): string {
  const { description, properties, required = [] } = definition;
  if (description === undefined) throw new Error("a definition says nothing");
  if (properties === undefined)
    return `${prose(description)}\n\nIt is ${typeText(definition, " or ")}.`;
  return `${prose(description)}

${table(
  ["Field", "Type", "", "What it is"],
  Object.entries(properties).map(([name, field]) => {
    if (field.description === undefined)
      throw new Error(`the field ${name} says nothing`);
    return [
      code(name),
      typeText(field),
      required.includes(name) ? "required" : "optional",
      prose(field.description),
    ];
  }),
)}`;
}

function typeText(one: Definition, or = " or "): string {
  const { $ref, anyOf, items, type, additionalProperties } = one;
  if ("const" in one) return code(JSON.stringify(one.const));
  if (one.enum)
    return one.enum.map((value) => code(JSON.stringify(value))).join(or);
  if ($ref !== undefined) {
    const name = decodeURIComponent($ref.replace("#/$defs/", ""));
    if (name === inline) return "object of texts";
    return `[${name}](#${anchor(name)})`;
  }
  if (anyOf) return anyOf.map((part) => typeText(part)).join(or);
  if (items) return `list of ${typeText(items)}`;
  if (typeof additionalProperties === "object")
    return `object of ${typeText(additionalProperties)}`;
  return typeof type === "string" ? type : (type ?? ["anything"]).join(or);
}
