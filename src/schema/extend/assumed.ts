import { createDiagnostic } from "../../base/diagnostics/create.ts";
import type { Diagnostic } from "../../base/diagnostics/diagnostic.ts";
import { messageStem, type Message } from "../derive/messages.ts";
import { roles } from "../derive/roles.ts";
import type { ExtensionModel } from "../model/index.ts";
import type { Scope } from "../model/scope.ts";
import { factOf, type OwnMessages } from "./messages.ts";
import type { OwnDeclarations } from "./own.ts";

/** Says what was assumed where neither the schema nor a fact tells. */
export function assumptions(
  model: ExtensionModel,
  { messages, requests }: OwnMessages,
  { directions }: OwnDeclarations,
  scope: Scope,
): Diagnostic[] {
  const undirected = messages.filter(
    (message) =>
      factOf(model, message).direction === undefined &&
      !directions.has(message.declaration.name),
  );
  const guessed = messages.filter(
    (message) =>
      message.guessed &&
      !isNamed(message) &&
      factOf(model, message).kind === undefined,
  );
  const empty = requests.filter(({ results }) =>
    results.every(({ name }) => name === roles.emptyResult),
  );
  const unanswered = messages.filter(
    (message) =>
      empty.some(({ method }) => method === message.method) &&
      factOf(model, message).result === undefined &&
      !scope.types.has(`${messageStem(message)}Result`),
  );
  return [
    ...bothWays(model, undirected),
    ...guessed.map((message) => ofKind(model, message)),
    ...unanswered.map((message) => withEmptyResult(model, message)),
  ];
}

function isNamed({ declaration: { name }, kind }: Message): boolean {
  return name.endsWith(kind === "request" ? "Request" : "Notification");
}

function bothWays(
  model: ExtensionModel,
  messages: readonly Message[],
): Diagnostic[] {
  const [first] = messages;
  if (first === undefined) return [];
  const methods = messages.map(({ method }) => method).join(", ");
  const position = first.declaration.position;
  const gated = messages.some((one) => factOf(model, one).gated === true);
  const gate = gated ? "" : ", and without a gate";
  return [
    createDiagnostic("extension-assumed", {
      message: `nothing says who sends ${methods} of ${model.extension}: taken to be both sides${gate}`,
      hint: "say it in a file of facts, with --extension-facts",
      ...(position === undefined ? {} : { position }),
    }),
  ];
}

function ofKind({ extension }: ExtensionModel, message: Message): Diagnostic {
  const { method, kind, declaration } = message;
  const { name, position } = declaration;
  return createDiagnostic("extension-assumed", {
    message: `${name} ("${method}") of ${extension} is neither called a request nor a notification: taken for a ${kind}`,
    hint: `call it ${name}Request or ${name}Notification, or say its kind in a file of facts`,
    ...(position === undefined ? {} : { position }),
  });
}

function withEmptyResult(
  { extension }: ExtensionModel,
  message: Message,
): Diagnostic {
  const { method, declaration } = message;
  const { position } = declaration;
  return createDiagnostic("extension-assumed", {
    message: `nothing says what answers "${method}" of ${extension}: taken to be the empty result`,
    hint: `declare ${messageStem(message)}Result, or name the result in a file of facts`,
    ...(position === undefined ? {} : { position }),
  });
}
