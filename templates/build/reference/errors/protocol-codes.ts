import type {
  ErrorCode,
  Protocol,
} from "../../../../src/schema/model/index.ts";
import { load } from "../../../../src/revisions/load.ts";
import { bundledRevisions } from "../../../../src/revisions/revisions.ts";
import { code, table } from "../markdown.ts";

/** When a server, or a client that is asked, sends a code; by the name of the code. */
const sentWhen: Readonly<
  Record<string, readonly [when: string, cure: string]>
> = {
  PARSE_ERROR: [
    "A line or a body is not JSON, or a line is too long.",
    "Send JSON in UTF-8, within the limits.",
  ],
  INVALID_REQUEST: [
    "It is JSON, and no message. Or it exceeds `maxDepth` or `maxValues`. Or it comes at the wrong time: before the handshake, a second handshake, an id that is in use, too many subscriptions. Over HTTP also for most of what is refused with status 400, 403, 404, 405, 406, 413 and 415.",
    "Read the message: it says what is wrong.",
  ],
  METHOD_NOT_FOUND: [
    "The server has no handler for the method, or did not declare its capability, or speaks a revision without it.",
    "Look at `client.serverCapabilities`. In a server, add the feature or the handler.",
  ],
  INVALID_PARAMS: [
    "The params do not fit the method; there is no tool, prompt, argument or cursor by that name. From 2026-07-28 on also for a resource that is not there, and for `_meta` that lacks something.",
    "Mend the value at the path of the message. For names, list what there is.",
  ],
  INTERNAL_ERROR: [
    'A handler threw something that is no `ProtocolError`, or gave what cannot be sent. Or the server is too busy, or is closing. The client is told no more than "Internal error" of what a handler threw. What a tool throws is a result with `isError` instead, and the model may read its message.',
    "Look at the server's `onError`, which hears the whole error.",
  ],
  RESOURCE_NOT_FOUND: [
    "There is no such resource, or it is not for who asks; or a handler threw `NotFoundError`.",
    "List the resources, and read one of them.",
  ],
  URL_ELICITATION_REQUIRED: [
    "The call needs a page to be visited first. Handlers of yours throw it as a `ProtocolError` with that code.",
    "Show the page that `data.elicitations` names, and call again.",
  ],
  HEADER_MISMATCH: [
    "Over HTTP, a header says something else than the body, or is missing.",
    "Let no proxy change `Mcp-…` headers. A client of another make has to send them.",
  ],
  MISSING_REQUIRED_CLIENT_CAPABILITY: [
    "The handler asks for something in mid-call that the client did not declare, such as elicitation.",
    "Give the client a handler for it: what it can answer, it declares.",
  ],
  UNSUPPORTED_PROTOCOL_VERSION: [
    "The request names a revision that the server does not speak. `data.supported` has those that it does.",
    "Speak one of those. In a server, generate or allow the revision.",
  ],
};

/** The codes that the bundled revisions name, and what is sent when. */
export async function protocolCodesSection(): Promise<string> {
  const ids = bundledRevisions().filter(({ aliasOf }) => aliasOf === undefined);
  const protocols = await Promise.all(ids.map(({ id }) => load(id)));
  const named = new Map<string, ErrorCode>();
  for (const { errors } of protocols)
    for (const error of errors) named.set(error.name, error);
  const rows = [...named.values()].map((error) => {
    const told = sentWhen[error.name];
    if (told === undefined)
      throw new Error(`nobody says when ${error.name} is sent`);
    return [
      code(String(error.code)),
      error.name,
      spanOf(error, protocols),
      ...told,
    ];
  });
  return `## Codes of the protocol

The \`code\` of a [\`ProtocolError\`](#protocolerror). A server on this runtime sends a code when the third column says; other servers may see it otherwise.

${table(["Code", "Name", "Revisions", "Sent when", "What to do"], rows)}

Codes of your own are any whole numbers outside of -32768 to -32000. Inside that range, a revision may keep a code for itself, or not know it. Then another code is sent, with the same message and data:

${table(
  ["Revision", "Thrown", "Sent"],
  protocols.flatMap(({ revision, reservedCodes = [] }) =>
    reservedCodes.map(({ from, to, as }) => [
      revision,
      from === to
        ? code(String(from))
        : `${code(String(from))} to ${code(String(to))}`,
      code(String(as)),
    ]),
  ),
)}

The first row of a revision that fits holds, and a code that the revision names itself is sent as it is.`;
}

function spanOf({ name }: ErrorCode, protocols: readonly Protocol[]): string {
  const having = protocols
    .filter(({ errors }) => errors.some((error) => error.name === name))
    .map(({ revision }) => revision);
  if (having.length === protocols.length) return "all";
  const [first = "", last = ""] = [having[0], having.at(-1)];
  return first === last ? first : `${first} to ${last}`;
}
