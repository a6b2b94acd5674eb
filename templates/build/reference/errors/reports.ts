/** A kind of report, as `onError` hears it. */
export interface ReportKind {
  /** What its message says; `…` stands for what varies. None: what was thrown is passed on. */
  readonly text?: string;
  /** The files below src/runtime that tell it. */
  readonly from: readonly string[];
  readonly cause: string;
  readonly cure: string;
}

/** What `onError` hears: by whose option it is. */
export interface ReportGroup {
  readonly heading: string;
  readonly intro: string;
  readonly kinds: readonly ReportKind[];
}

const server: ReportGroup = {
  heading: "A server",
  intro: "`createServer({ onError })`.",
  kinds: [
    {
      from: [
        "server/create-server.ts",
        "features/tool/tools.ts",
        "peer/incoming.ts",
      ],
      cause:
        "A handler threw something that is no `ProtocolError` and no `ToolError`. It is passed on as it was thrown.",
      cure: "Mend the handler. Throw `ToolError` for failures that you expect, `NotFoundError` for what is not there.",
    },
    {
      text: "…: result: …",
      from: ["peer/incoming.ts"],
      cause:
        "An [`UnsendableError`](#unsendableerror): what a handler gave is not what the protocol allows.",
      cure: "Mend what the path leads to.",
    },
    {
      from: ["peer/outgoing.ts", "time/notices.ts"],
      cause:
        "An `UnsendableError` of a progress, a log message or a change that you told. It was left out.",
      cure: "Mend what you tell.",
    },
    {
      text: 'context.log sends nothing: "logging" is not declared, as by the option capabilities: { logging: {} } of a server',
      from: ["peer/handler-context.ts"],
      cause:
        "A handler logs, and the server does not declare that it can. Told once.",
      cure: "Add `capabilities: { logging: {} }`.",
    },
    {
      text: "… is not sent: without a handshake, clients hear it within their calls alone; use context.peer before the handler returns",
      from: ["server/link.ts", "table/unsupported.ts"],
      cause:
        "`server.publish` of a vendor's notification, while a client of a revision without a handshake is connected. Told once for each method.",
      cure: "Tell it within a call, by `context.peer.notification`.",
    },
    {
      text: "…: … was called before a question, and again when the handler ran again from its start: what is done before a question belongs in context.once (told in development)",
      from: ["server/input/repeats.ts"],
      cause:
        "For clients without a handshake, a handler runs again from its start after each question. It does something twice. Told unless `NODE_ENV` is `production`.",
      cure: "Put it into [`context.once`](../guides/once.md).",
    },
    {
      text: "…: its schema is checked without what the validator does not know: …",
      from: ["features/schema/json-schema.ts", "features/feature.ts"],
      cause:
        "A JSON Schema of yours has a format or a keyword that your validator does not know. Told once.",
      cure: "Add it to the validator, such as `ajv-formats`.",
    },
    {
      from: ["server/reading.ts"],
      cause:
        "`canRead`, `visible` or another rule of yours threw. Whom it was asked about hears nothing.",
      cure: "Mend the rule.",
    },
    {
      from: ["peer/interceptor.ts"],
      cause:
        "An interceptor threw where nobody waits for it: in `after`, `sessionBegan` or `sessionEnded`.",
      cure: "Mend the interceptor.",
    },
    {
      from: ["peer/incoming.ts", "peer/connection.ts"],
      cause:
        "A notification of a client was not valid, or its handler threw; or closing a connection failed.",
      cure: "Where it is a `ProtocolError`, the client has to be mended; else your handler.",
    },
    {
      text: "the peer has not answered a ping for … ms",
      from: ["time/keep-alive.ts"],
      cause: "With `keepAlive`: a client is dead. Its connection was closed.",
      cure: "Nothing. Where clients are merely slow, raise `timeoutMs`.",
    },
    {
      text: "… more reports of one kind (…) within … s were not told; the first: …",
      from: ["time/reports.ts"],
      cause: "One kind was reported more often than is told in a minute.",
      cure: "Look at the first one.",
    },
  ],
};

const http: ReportGroup = {
  heading: "An HTTP server",
  intro:
    "`onError` among the options of `listen`, `createNodeHandler` and `createHttpHandler`.",
  kinds: [
    {
      text: "The host is not allowed",
      from: ["http/server/gate/gate.ts", "http/server/handle-visit.ts"],
      cause:
        "A request names a host that is not in `allowedHosts`, which is loopback by default. It was refused with 403.",
      cure: "Add the name under which clients reach the server: behind a proxy, the one that the proxy passes on.",
    },
    {
      text: "The origin is not allowed",
      from: ["http/server/gate/gate.ts", "http/server/handle-visit.ts"],
      cause:
        "A page in a browser sent a request, and its origin is not in `allowedOrigins`. It was refused with 403.",
      cure: "Add the origin, if the page is yours.",
    },
    {
      text: "There is nothing here",
      from: ["http/server/handle-visit.ts"],
      cause:
        "A message was posted to a path that is not served. It was refused with 404.",
      cure: "Compare the client's URL with the option `path`.",
    },
    {
      from: ["http/server/core.ts"],
      cause:
        "`authorize` threw, or something else of yours that a request passes. It was answered with 500.",
      cure: "Mend what threw. A refusal is returned, and not thrown: `{ status: 401, challenge }`.",
    },
    {
      text: "… took longer than … ms",
      from: ["http/server/within.ts"],
      cause:
        "`authorize` did not answer in `authorizeTimeoutMs`, or an event store did not.",
      cure: "Make it faster, or raise the limit.",
    },
    {
      text: "verify failed: …",
      from: ["auth/server/protect.ts"],
      cause:
        "`verify` of `protect` threw, with the token in its message. The token was taken out.",
      cure: 'Return `{ error: "invalid_token" }` for a token that is not good; throw only where you cannot tell.',
    },
    {
      text: "the event store is too slow",
      from: ["http/server/events/session-events.ts"],
      cause:
        "More events wait for the event store than are kept. One was not kept: a client that comes back may miss it.",
      cure: "Use a faster store.",
    },
    {
      from: [
        "http/server/events/session-events.ts",
        "http/server/answer/replay.ts",
      ],
      cause: "Your event store threw.",
      cure: "Mend the store.",
    },
    {
      text: "a message is dropped: the client does not listen",
      from: ["http/server/sessions/standalone.ts"],
      cause:
        "A client in a session has no stream open, and too many messages wait for it.",
      cure: "Nothing, where the client wants none. Else it has to open its stream.",
    },
    {
      text: "clientKey returns a string, or undefined",
      from: ["http/server/kept/client-key.ts"],
      cause:
        "`clientKey` threw or returned something else. The address of the request counted.",
      cure: "Mend `clientKey`.",
    },
    {
      from: ["http/shared/mirrored-headers.ts"],
      cause:
        "A tool's schema asks for headers with `x-mcp-header` in a way that is not sound. No headers are asked for.",
      cure: "Mend the annotations of the schema.",
    },
    {
      from: ["http/server/node/listen.ts"],
      cause:
        "A connection could not be accepted, such as for want of file handles. The others go on.",
      cure: "Raise the limit of the process, or lower `maxConnections`.",
    },
  ],
};

const client: ReportGroup = {
  heading: "A client",
  intro:
    "`createClient({ onError })`. What a call rejects with is not told here as well.",
  kinds: [
    {
      text: "Parse error: …",
      from: ["peer/connection.ts"],
      cause:
        "The server printed something that is no message, such as a log on standard output.",
      cure: "In the server, log to standard error.",
    },
    {
      text: "Invalid request: …",
      from: ["peer/connection.ts"],
      cause: "The server sent JSON that is no message of the protocol.",
      cure: "The server has to be mended.",
    },
    {
      text: "…: a server sends no requests here",
      from: ["peer/connection.ts"],
      cause:
        "A server sent a request in a revision in which servers send none. It was not answered.",
      cure: "The server has to be mended.",
    },
    {
      text: "an answer belongs to no call that waits for it: its id is …",
      from: ["peer/pending.ts"],
      cause: "The server answered twice, or what nobody asked.",
      cure: "The server has to be mended.",
    },
    {
      text: "an answer came to a call that nobody made",
      from: ["http/client/session/call.ts"],
      cause: "Over HTTP, an answer to another call came on the stream of one.",
      cure: "The server has to be mended.",
    },
    {
      text: "…: an answer to another request came",
      from: ["http/client/stateless/call.ts"],
      cause: "The same in 2026-07-28.",
      cure: "The server has to be mended.",
    },
    {
      text: "the server answers with the id …, which is text",
      from: ["peer/pending.ts"],
      cause:
        "The server gives ids back as text. It was taken for the number. Told once.",
      cure: "Nothing.",
    },
    {
      text: "…: no content is taken as empty",
      from: ["client/patience/mend.ts"],
      cause:
        "A result lacks `content`. Told once for each method, like the next three.",
      cure: "Nothing; the server is not quite right.",
    },
    {
      text: "…: nextCursor: null is taken as none",
      from: ["client/patience/mend.ts"],
      cause: "The server ends its lists with `null`.",
      cure: "Nothing.",
    },
    {
      text: "…: ttlMs: below 0 is taken as 0",
      from: ["client/patience/mend.ts"],
      cause: "The server says that a result may be kept for less than no time.",
      cure: "Nothing.",
    },
    {
      text: "…: … is left out: …",
      from: ["client/patience/mend.ts"],
      cause: "One item of a list is not valid. The others are there.",
      cure: "The server has to be mended.",
    },
    {
      text: "…: a cursor comes again: the list ends before it",
      from: ["client/paginate.ts"],
      cause: "The pages of a list go round in a circle.",
      cure: "The server has to be mended.",
    },
    {
      text: "the tool … is left out: …",
      from: ["http/client/stateless/listed-tools.ts"],
      cause:
        "A tool asks for headers in a way that is not sound. It was taken out of the list.",
      cure: "The server has to be mended.",
    },
    {
      text: "…: of more than … a second some are passed over",
      from: ["client/patience/admission.ts"],
      cause:
        "The server sends log messages or progress faster than handlers hear them.",
      cure: "Ask for fewer with `logLevel`.",
    },
    {
      text: "…: of its progress … notifications were passed over, which came faster than … a second",
      from: ["client/patience/paced-progress.ts"],
      cause: "`onProgress` heard the latest, and not each.",
      cure: "Nothing.",
    },
    {
      text: "tools/call: the tool … …",
      from: ["client/outputs/tool-outputs.ts"],
      cause:
        'A tool\'s result does not fit the output schema that the server listed. With `onInvalid: "reject"` the call rejects instead.',
      cure: "The server has to be mended.",
    },
    {
      text: "tools/call: the output schema of … …",
      from: ["client/outputs/compile-outputs.ts"],
      cause:
        "A schema, or a part of it, cannot be checked: its dialect, a format, a reference to elsewhere, too large. Told once for each reason.",
      cure: "Give `validate` what it lacks, such as `ajv-formats`. Else treat the result as unchecked.",
    },
    {
      from: ["client/outputs/list-first.ts"],
      cause:
        "The tools could not be listed before a call. The call was sent all the same, and its result is not checked.",
      cure: "Nothing, or see why the list fails.",
    },
    {
      from: ["client/answers/checked.ts"],
      cause:
        "A handler of yours answered what does not fit what was asked. The server got an error.",
      cure: "Mend the handler.",
    },
    {
      from: ["client/negotiate.ts", "client/remind.ts"],
      cause:
        "The server refused `logging/setLevel`, or a subscription after it was started again.",
      cure: "Nothing, where you can do without.",
    },
    {
      text: "changes are told no more: …",
      from: ["client/conversation.ts"],
      cause: "What `client.listen` hears has ended, because the stream broke.",
      cure: "Listen again, or listen with `{ reconnect: true }`.",
    },
    {
      from: ["client/conversation.ts", "client/restart.ts"],
      cause:
        "The server cannot be started again, closing it failed, or your `onClose` threw.",
      cure: "See what the error says of the server.",
    },
    {
      text: "too many messages wait for the server",
      from: ["http/client/handshake.ts"],
      cause:
        "Notifications are told faster than the server takes them. This one was not sent.",
      cure: "Tell less.",
    },
    {
      from: [
        "http/client/handshake.ts",
        "http/client/session/way.ts",
        "http/client/stateless/way.ts",
      ],
      cause:
        "A notification could not be delivered over HTTP, or the stream of changes broke.",
      cure: "See the error; calls are not affected.",
    },
    {
      text: "the token is not bound to the key of the client (DPoP): whoever gets hold of it can use it",
      from: ["auth/client/account/proofs.ts"],
      cause:
        "You asked for bound tokens, and the authorization server gave one that is not.",
      cure: "Leave out `dpop: { required: false }`: then such tokens are refused.",
    },
    {
      from: ["auth/client/account/kept-server.ts"],
      cause:
        "What a server publishes of its authorization is not quite as it should be. The login goes on.",
      cure: "The server has to be mended.",
    },
  ],
};

const auth: ReportGroup = {
  heading: "Keys and files",
  intro:
    "`jwt({ onError })` of a server, and `fileStore(path, { onWarning })` of a client.",
  kinds: [
    {
      text: "The keys of … cannot be had: …",
      from: ["auth/jose/remote-keys.ts"],
      cause:
        "The keys of an issuer could not be fetched again. Those that are known are used for a while.",
      cure: "See that the server reaches the issuer.",
    },
    {
      text: "others could read or write it (mode …), which is mended (mode 600): who had access may know the tokens in it",
      from: ["auth/node/store/owned-file.ts"],
      cause: "The file with the tokens was open to others.",
      cure: "Log out and in again, if others were on the machine.",
    },
    {
      text: "the lock was taken over while in use",
      from: ["auth/node/store/file-store.ts"],
      cause: "The process stood still for so long that another took its lock.",
      cure: "Nothing, if it is rare.",
    },
  ],
};

export const reportGroups: readonly ReportGroup[] = [
  server,
  http,
  client,
  auth,
];

/** Files that tell of errors and have no words of their own: what they call is above. */
export const passedOn: readonly string[] = [
  "http/client/outbox.ts",
  "http/client/post.ts",
];
