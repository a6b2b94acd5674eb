import { comment } from "../print/comment.ts";
import { lines, type Doc } from "../print/layout.ts";
import type { JsonSchema } from "../json-schema/index.ts";
import type { FunctionItem, Item } from "../print/module.ts";
import { typeArguments } from "../print/type-syntax.ts";
import { objectsOf, type Objects } from "./registry/objects.ts";
import { mainResult, signature } from "./signature.ts";
import {
  originType,
  originValue,
  runtimeType,
  runtimeValue,
  type Stub,
  type StubRequest,
} from "./stub.ts";

/** Whether a request asks a person to fill in a form: what was filled in is its `content`. */
export function asksForm({ message, origin }: StubRequest): boolean {
  const result = mainResult(message);
  if (message.method !== "elicitation/create" || result === undefined)
    return false;
  const { lookup, protocol } = origin;
  const content = lookup.properties(result).get("content");
  return (
    content !== undefined &&
    lookup.members(lookup.resolve(content.type)).index !== undefined &&
    message.params.required &&
    takesForm(message.params.name, objectsOf(protocol))
  );
}

/** Whether params may be what asks for a form with a field. */
function takesForm(params: string, objects: Objects): boolean {
  const schema = objects.schemaOf(params);
  const forms = objects.isObject(schema) ? objects.formsOf(schema) : undefined;
  return (forms ?? []).some(
    (form) =>
      Object.hasOwn(form.properties ?? {}, "requestedSchema") &&
      objects.takes(form, { message: text, requestedSchema: formOfText }, {}),
  );
}

const text: JsonSchema = { type: "string" };

const formOfText: JsonSchema = {
  type: "object",
  properties: {
    type: { const: "object" },
    properties: {
      type: "object",
      additionalProperties: {
        type: "object",
        properties: { type: { const: "string" } },
        required: ["type"],
      },
    },
  },
  required: ["type", "properties"],
};

/** What a field of a form can hold in the revision. */
export function formValue(stub: Stub): Item[] {
  return stub.askable.filter(asksForm).flatMap(({ message, origin }) => {
    const result = mainResult(message);
    if (result === undefined) return [];
    const type = originType(stub, origin, result);
    return {
      kind: "type",
      comment: comment("What a field of a form can hold."),
      exported: true,
      name: "FormValue",
      text: `type FormValue = NonNullable<${type}["content"]>[string];`,
    };
  });
}

/** The functions of a context that ask with a schema, and read what was answered. */
export function formAskers(stub: Stub): Doc[] {
  if (!stub.askable.some(asksForm)) return [];
  const answer = typeArguments(runtimeType(stub, "FormAnswer"), [
    `${runtimeType(stub, "OutputOf")}<Of>`,
  ]);
  const schema = shownSchema(stub);
  return [
    lines(
      comment(askText),
      signature(
        "ask<Of extends Schema>",
        [
          "key: string",
          `schema: ${schema}`,
          "message: string",
          `options?: ${runtimeType(stub, "CallOptions")}`,
        ],
        typeArguments("Promise", [answer]),
      ),
    ),
    lines(
      comment(answerText),
      signature(
        "answer<Of extends Schema>",
        ["key: string", `schema: ${schema}`],
        ["Promise<", answer, " | undefined>"],
      ),
    ),
  ];
}

const askText = `Asks the client's user to fill in a form, and gives what the schema makes of the
answer: its \`action\` says whether it was accepted. Each question of a call has a
\`key\` of its own. Where a revision has no requests of the server's own, the
handler ends here, and runs again from its start when there is an answer: what
it did before, it does again.

Throws a TypeError for a schema that no form can show (\`form\` tells at start), and
rejects with an InvalidMessageError for an answer that the schema refuses.

@example
const { action, content } = await context.ask(
  "when",
  z.object({ date: z.iso.date() }),
  "When do you want to go?",
);
if (action !== "accept") return "Not booked.";
return \`Booked for \${content.date}\`;`;

const answerText = `What was answered to a form that \`inputRequired\` asked under this key, as the
schema makes it: undefined while there is no answer. Rejects with an
InvalidMessageError for an answer that the schema refuses.`;

const formText = `A schema that a form can show, for \`ask\`, \`answer\` and \`elicit\`. Throws a
TypeError for one that no form can: made where the program starts, it tells
then, and not when a person waits. For zod before 4.2 the option toJSONSchema is
\`z.toJSONSchema\`.

@example
const trip = form(z.object({ date: z.iso.date(), meal: z.enum(["fish", "rice"]) }));`;

/** A function that makes a form of a schema, once. */
export function formMaker(stub: Stub): FunctionItem[] {
  if (!stub.askable.some(asksForm)) return [];
  return [
    {
      kind: "function",
      comment: comment(formText),
      exported: true,
      name: "form",
      typeParameters: `<Of extends ${runtimeType(stub, "StandardSchema")}>`,
      parameters: [
        { name: "schema", type: shownSchema(stub) },
        {
          name: "...options",
          type: `${runtimeType(stub, "FormOptions")}<Of>`,
        },
      ],
      returns: `Schema<${runtimeType(stub, "InputOf")}<Of>, ${runtimeType(stub, "OutputOf")}<Of>>`,
      body: [
        `return ${runtimeValue(stub, "defineForm")}(schema, ${tableOf(stub)}, ...options);`,
      ],
    },
  ];
}

/** The table of the newest revision: forms are written against it. */
export function tableOf(stub: Stub): string {
  return originValue(stub, stub.origins[0], "dispatch", "serverProtocol");
}

/** A schema, as long as a form of the revision can show it. */
export function shownSchema(stub: Stub): string {
  runtimeType(stub, "Schema");
  return `Of & ${runtimeType(stub, "FormCompatible")}<Of, FormValue>`;
}
