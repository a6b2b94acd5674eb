import { authReports, clientReports } from "./client-reports.ts";
import type { ReportGroup } from "./report-kind.ts";

const server: ReportGroup = {
  heading: "A server",
  intro: "`createServer({ onError })`.",
  kinds: [
    {
      from: [
        "server/create-server.ts",
        "features/tools.ts",
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
      text: "…: null is taken as absent: …",
      from: ["protocol/validation/leniency.ts"],
      cause:
        "The client sends `null` in optional fields whose type does not admit it. They are left out. Reported once for each method, with the first fields.",
      cure: "Nothing.",
    },
    {
      from: ["peer/outgoing.ts", "protocol/timers/notices.ts"],
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
      text: "… is not sent: without a handshake, clients hear it within their calls alone; …",
      from: ["server/link.ts", "protocol/revision/unsupported.ts"],
      cause:
        "`server.publish` of a vendor's notification, or `notify` of an extension's that nobody can subscribe to, while a client of a revision without a handshake is connected. Told once for each method.",
      cure: "Tell it within a call, as the text says: by `context.peer.notification`, or by `of(context).notify` of an extension.",
    },
    {
      text: "…: … ran before a request for input, and again when the handler ran again from its start. Put it into context.once().",
      from: ["server/dev-warnings.ts"],
      cause:
        "For clients without a handshake, a handler runs again from its start after each question. It does something twice. Reported under `mcp-gen dev`.",
      cure: "Put it into [`context.once`](../guides/once.md).",
    },
    {
      text: "…: parts of its schema are not checked, because the validator does not know them: …",
      from: ["features/schema/json-schema.ts", "features/feature.ts"],
      cause:
        "A JSON Schema of yours has a format or a keyword that your validator does not know. Told once.",
      cure: "Add it to the validator, such as `ajv-formats`.",
    },
    {
      text: 'tool "…": unknown field "…". It is sent to clients unchanged; if it belongs to an extension, add that extension.',
      from: ["server/dev-warnings.ts"],
      cause:
        "A tool has an option that no revision has. For example `task`, in a server without the extension `tasks`. Reported once, unless `NODE_ENV` is `production`.",
      cure: "Name the extension in `extensions` of the server, or correct the option.",
    },
    {
      from: [
        "tasks/server/keeper.ts",
        "tasks/server/service.ts",
        "tasks/server/task-call.ts",
        "tasks/server/work.ts",
        "tasks/server/listening.ts",
        "tasks/server/core-methods.ts",
      ],
      cause:
        "The store of [tasks](../guides/tasks.md#where-tasks-are-kept) failed, or is full (`TaskStoreFullError`). It is passed on as the store threw it. A task whose result cannot be kept fails.",
      cure: "The error says what to do: give the store more room, or mend its folder.",
    },
    {
      from: ["server/resource-access.ts"],
      cause:
        "`canRead`, `visible` or another rule of yours threw. Whom it was asked about hears nothing.",
      cure: "Mend the rule.",
    },
    {
      from: ["protocol/report.ts"],
      cause:
        "An interceptor threw where nobody waits for it: in `after`, `sessionBegan` or `sessionEnded`.",
      cure: "Mend the interceptor.",
    },
    {
      from: ["sessions/memory/bus.ts"],
      cause:
        "What listens to the bus of a [cluster in memory](api/cluster.md#memorycluster) threw. The others hear the message.",
      cure: "Mend the listener.",
    },
    {
      from: ["peer/incoming.ts", "peer/connection.ts"],
      cause:
        "A notification of a client was not valid, or its handler threw; or closing a connection failed.",
      cure: "Where it is a `ProtocolError`, the client has to be mended; else your handler.",
    },
    {
      text: "the peer has not answered a ping for … ms",
      from: ["protocol/timers/keep-alive.ts"],
      cause: "With `keepAlive`: a client is dead. Its connection was closed.",
      cure: "Nothing. Where clients are merely slow, raise `timeoutMs`.",
    },
    {
      text: "… more reports of one kind (…) within … s were not told; the first: …",
      from: ["protocol/timers/reports.ts"],
      cause: "One kind was reported more often than is told in a minute.",
      cure: "Look at the first one.",
    },
  ],
};

const redis: ReportGroup = {
  heading: "Several processes, with Redis",
  intro: "`openRedis(url, { onError })`.",
  kinds: [
    {
      text: "Redis at … is unavailable: …",
      from: ["stores/redis/link/from-url.ts"],
      cause:
        "A [`RedisError`](#rediserror): a connection broke, or cannot be opened again. Told once, until it is back. What needs Redis meanwhile waits for `timeout`, and then fails.",
      cure: "Nothing, where Redis is restarted. Else the text says what is wrong.",
    },
    {
      text: "Redis at … refuses writes: …. They are tried again",
      from: ["stores/redis/link/commands.ts"],
      cause:
        "A [`RedisError`](#rediserror): Redis is there, and is a replica, full, or cannot write to its disk. Told once, until a write goes well. Readiness is 503 meanwhile.",
      cure: "The text says it: the address of the primary, more `maxmemory` or lower bounds, room on the disk.",
    },
    {
      text: "Redis: bus.read: …: retrying",
      from: ["stores/redis/bus/reader.ts"],
      cause:
        "The connection that waits for what other processes send could not be opened several times.",
      cure: "The same.",
    },
    {
      text: "cluster: messages of other processes were lost: all sessions are read again; ended … subscriptions without a session, and their clients subscribe again",
      from: ["sessions/cluster/process.ts"],
      cause:
        "The process stood still, or what it shares could not be reached, for so long that it missed what others told. Clients of sessions are told of all that may have changed; the others subscribe again, and look.",
      cure: "See what made the process stand still. With Redis, the next line says more, or `maxWaitingBytes` is too small.",
    },
    {
      text: "Redis: this process was declared dead, because it sent no heartbeat for … ms, or Redis has lost its data: …",
      from: ["stores/redis/bus/bus.ts"],
      cause:
        "The process stood still, or could not reach Redis, for longer than `goneMs`: the others told the clients of its calls that it ended. Or Redis was restarted without what it kept.",
      cure: "See what made the process stand still, or raise `goneMs`. Let Redis keep a file, with `appendonly yes`.",
    },
    {
      from: [
        "stores/redis/bus/bus.ts",
        "stores/redis/streams/leases.ts",
        "stores/redis/state-keys.ts",
        "stores/redis/tasks/shared-tasks.ts",
        "stores/redis/tasks/telling.ts",
        "stores/redis/tasks/watched-tasks.ts",
      ],
      cause:
        "A `RedisError` of what a process does from time to time: its signs of life, to keep on what it needs, and to look for tasks of processes that are gone. It is tried again.",
      cure: "Nothing, where Redis was away.",
    },
    {
      from: ["stores/redis/bus/topics.ts", "stores/redis/bus/reader.ts"],
      cause:
        "What listens to the bus of a [link](api/redis.md#redislink) threw. The others hear the message.",
      cure: "Mend the listener.",
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
      from: ["http/server/gate/gate.ts", "http/server/request-handler.ts"],
      cause:
        "A request names a host that is not in `allowedHosts`, which is loopback by default. It was refused with 403.",
      cure: "Add the name under which clients reach the server: behind a proxy, the one that the proxy passes on.",
    },
    {
      text: "The origin is not allowed",
      from: ["http/server/gate/gate.ts", "http/server/request-handler.ts"],
      cause:
        "A page in a browser sent a request, and its origin is not in `allowedOrigins`. It was refused with 403.",
      cure: "Add the origin, if the page is yours.",
    },
    {
      text: "There is nothing here",
      from: ["http/server/request-handler.ts"],
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
      from: ["http/server/with-timeout.ts"],
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
      text: "too many events of a stream wait for the stream store: an event was not stored",
      from: ["sessions/cluster/stream/stream-writer.ts"],
      cause:
        "In a cluster, a call tells more than the store takes. What is not kept, a client that comes back misses; where it was an answer, it gets error -32603, which says so.",
      cure: "Let the call tell less, or use a faster store.",
    },
    {
      text: "the stream store was unavailable for too long: an event was not stored",
      from: ["sessions/cluster/stream/stream-writer.ts"],
      cause:
        "In a cluster, it was tried for a minute to keep an event. A client that comes back misses it; where it was an answer, it gets error -32603, which says so.",
      cure: "See why the store cannot be reached: other reports tell.",
    },
    {
      text: "session uses protocol version …, which this process does not support: serve the same revisions in all processes",
      from: ["sessions/cluster/session/replicas.ts"],
      cause:
        "A session was opened by a process of the cluster that serves other revisions.",
      cure: "Give all processes of a cluster the same `revisions`.",
    },
    {
      from: [
        "sessions/cluster/commons.ts",
        "sessions/cluster/endpoint.ts",
        "sessions/cluster/process.ts",
        "sessions/cluster/session/keep-changes.ts",
        "sessions/cluster/session/opening.ts",
        "sessions/cluster/stream/call-events.ts",
        "sessions/cluster/stream/stream-follow.ts",
      ],
      cause:
        "What the processes of a cluster share was away, or too slow. Requests of sessions were refused with 503; what can wait is tried again for a minute.",
      cure: "See why the store or the bus cannot be reached.",
    },
    {
      text: "a message is dropped: the client does not listen",
      from: ["http/server/sessions/standalone-streams.ts"],
      cause:
        "A client in a session has no stream open, and too many messages wait for it.",
      cure: "Nothing, where the client wants none. Else it has to open its stream.",
    },
    {
      text: "clientKey returns a string, or undefined",
      from: ["http/server/limits/client-key.ts"],
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

/** All kinds of reports. */
export const reportGroups: readonly ReportGroup[] = [
  server,
  http,
  redis,
  clientReports,
  authReports,
];

/** Files that tell of errors and have no words of their own: what they call is above. */
export const passedOn: readonly string[] = [
  "protocol/report.ts",
  "http/client/post-queue.ts",
  "http/client/post.ts",
];
