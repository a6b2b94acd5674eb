import type { ReportGroup } from "./report-kind.ts";

/** What the option of a client hears. */
export const clientReports: ReportGroup = {
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
      from: ["client/patience/strays.ts"],
      cause: "The server answered twice, or what nobody asked.",
      cure: "The server has to be mended.",
    },
    {
      from: [
        "tasks/client/followed-task.ts",
        "tasks/client/streams.ts",
        "tasks/client/receiver/tasks-of-client.ts",
      ],
      cause:
        "Of [tasks](../guides/tasks-client.md): `onTask` threw, the server tells of a task what is not valid, or a task for a server could not be kept.",
      cure: "Mend `onTask`; else the server has to be mended.",
    },
    {
      text: "an answer came to a call that nobody made",
      from: ["http/client/session/session.ts"],
      cause: "Over HTTP, an answer to another call came on the stream of one.",
      cure: "The server has to be mended.",
    },
    {
      text: "…: an answer to another request came",
      from: ["http/client/stateless/stateless-client.ts"],
      cause: "The same in 2026-07-28.",
      cure: "The server has to be mended.",
    },
    {
      text: "the server answers with the id …, which is text",
      from: ["client/patience/strays.ts"],
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
      text: "…: null is taken as absent: …",
      from: ["protocol/validation/leniency.ts"],
      cause:
        "The server sends `null` in optional fields whose type does not admit it. They are left out. Reported once for each method, with the first fields.",
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
      text: "…: its pages go round in a circle: it ends here",
      from: ["client/paginate.ts"],
      cause: "The pages of a list go round in a circle.",
      cure: "The server has to be mended.",
    },
    {
      text: "the tool … is left out: …",
      from: ["http/client/stateless/request-headers.ts"],
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
        "http/client/session/session-client.ts",
        "http/client/stateless/stateless-client.ts",
      ],
      cause:
        "A notification could not be delivered over HTTP, or the stream of changes broke.",
      cure: "See the error; calls are not affected.",
    },
    {
      text: "the token is not bound to the key of the client (DPoP): anyone who obtains it can use it",
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

/** What those of keys and stores hear. */
export const authReports: ReportGroup = {
  heading: "Keys and files",
  intro:
    "`jwt({ onError })` of a server, and `fileStore(path, { onWarning })` of a client.",
  kinds: [
    {
      text: "The keys of … are not available: …",
      from: ["auth/jose/remote-keys.ts"],
      cause:
        "The keys of an issuer could not be fetched again. Those that are known are used for a while.",
      cure: "See that the server reaches the issuer.",
    },
    {
      text: "others could read or write it (mode …). The mode is now 600, but others may know its content",
      from: ["stores/files/owned-file.ts"],
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
