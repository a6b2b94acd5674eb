import type { ProblemCode } from "../../../../src/validate/index.ts";

/** A recording that leads to one finding. */
export interface FindingExample {
  /** What is wrong, in a sentence or two. */
  readonly means: string;
  readonly cure: string;
  /** The recording, a line each. */
  readonly lines: readonly string[];
  /** Where lines cannot show it: what is read instead of them. */
  readonly bytes?: readonly Uint8Array[];
  /** What may be spoken: 2025-11-25 without it. */
  readonly revisions?: readonly string[];
}

const encoder = new TextEncoder();

const ping = client('{"jsonrpc":"2.0","id":1,"method":"ping"}');
const pong = server('{"jsonrpc":"2.0","id":1,"result":{}}');
const handshake = [
  client(
    '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}',
  ),
  server(
    '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}',
  ),
];

/** Every code of a finding, in the order in which a line is judged. */
export const findingExamples: Readonly<Record<ProblemCode, FindingExample>> = {
  "too-long": {
    means:
      "The line is longer than `--max-line` bytes. It is told before the line ends, and the rest of it is skipped. The example was read with `--max-line 64`.",
    cure: "Raise `--max-line` where messages may be that long. A recording without line breaks between messages is one line: put each message on its own.",
    lines: [client('{"jsonrpc":"2.0","method":"notifications/initialized"}')],
  },
  "not-utf8": {
    means:
      "The line has bytes that are no UTF-8. The example ends in such a byte.",
    cure: "Mend who sent it: messages are UTF-8. Or record bytes as they came, without converting them.",
    lines: ['{"jsonrpc":"2.0","id":1,"method":"ping"} �'],
    bytes: [
      encoder.encode('{"jsonrpc":"2.0","id":1,"method":"ping"} '),
      new Uint8Array([0xff, 0x0a]),
    ],
  },
  "not-json": {
    means: "The line cannot be parsed as JSON.",
    cure: "Let programs print logs to standard error: on stdio, standard output is the protocol's.",
    lines: ["Server listening on stdio"],
  },
  "cut-off": {
    means:
      "The input ends in mid-line, without a line break, and the line is no whole message.",
    cure: "Let the recording be written to its end.",
    lines: ['{"jsonrpc":"2.0","id":1,"meth'],
    bytes: [encoder.encode('{"jsonrpc":"2.0","id":1,"meth')],
  },
  "invalid-record": {
    means:
      'The line is a record, and its `from` is not `"client"` or `"server"`, or its `session` is no name and no number.',
    cure: "Write records as the guide has them, or convert them.",
    lines: ['{"from":"in","message":{"jsonrpc":"2.0","id":1,"method":"ping"}}'],
  },
  "invalid-message": {
    means:
      "What was sent is no request, no notification and no answer: it is no object, or `jsonrpc`, `id`, `method`, `result` and `error` do not make one.",
    cure: "Mend who sent it.",
    lines: [client('{"id":1,"method":"ping"}')],
  },
  "invalid-batch": {
    means:
      "The revision has no batches, or this one is empty, mixes calls with answers, or holds the handshake.",
    cure: "Send messages one at a time. Only 2025-03-26 has batches.",
    lines: [client('[{"jsonrpc":"2.0","id":1,"method":"ping"}]')],
  },
  "unknown-method": {
    means:
      "The revision has no such method. It is a warning where a side declared `extensions` or `experimental` capabilities.",
    cure: "Correct the method, or speak the revision that has it.",
    lines: [client('{"jsonrpc":"2.0","id":1,"method":"tools/run"}')],
  },
  "wrong-direction": {
    means: "The method is the other side's to send, or nobody's by itself.",
    cure: "Send it from the other side. In a recording, see that `from` is right.",
    lines: [server('{"jsonrpc":"2.0","id":1,"method":"tools/list"}')],
  },
  "wrong-type": {
    means: "A value is not of the type that the revision has for it.",
    cure: "Mend the value at the path.",
    lines: [
      client(
        '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}}',
      ),
    ],
  },
  "unknown-result": {
    means:
      "A result says with `resultType` that it is of a kind which its method does not have.",
    cure: "Send a kind of result that the method has, or declare the extension that defines it.",
    revisions: ["2026-07-28"],
    lines: [
      client(
        '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}',
      ),
      server('{"jsonrpc":"2.0","id":1,"result":{"resultType":"later"}}'),
    ],
  },
  "repeated-id": {
    means:
      "A request has the id of an earlier one. With a handshake an id is used once in a session; without, once at a time.",
    cure: "Count ids up.",
    lines: [ping, pong, ping],
  },
  "unknown-answer": {
    means:
      "No request waits under the id. It is a warning where the request may have been sent before the recording began.",
    cure: "Answer with the id of the request, of the same type. A notification has no answer.",
    lines: [
      ...handshake,
      server('{"jsonrpc":"2.0","id":9,"result":{"tools":[]}}'),
    ],
  },
  "repeated-answer": {
    means: "The request was answered before.",
    cure: "Answer once.",
    lines: [ping, pong, pong],
  },
  "late-answer": {
    means:
      "The request was cancelled before. The answer may have crossed the cancellation, so this is always a warning.",
    cure: "Nothing, where it crossed. Else send no answer to a cancelled request.",
    lines: [
      client('{"jsonrpc":"2.0","id":1,"method":"tools/list"}'),
      client(
        '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}',
      ),
      server('{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}'),
    ],
  },
  "unknown-revision": {
    means:
      "The session speaks a revision that mcp-gen does not know. It is held against the nearest that it knows, so this and all that follows are warnings.",
    cure: "Give the schema of that revision with `--schema` and `--revision`.",
    revisions: [],
    lines: handshake.map((line) => line.replaceAll("2025-11-25", "2031-01-01")),
  },
};

function client(message: string): string {
  return `{"from":"client","message":${message}}`;
}

function server(message: string): string {
  return `{"from":"server","message":${message}}`;
}
