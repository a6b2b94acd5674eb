import type { Fault } from "./fault.ts";

/** Faults in the rooms of the runtime. */
export const runtimeFaults: readonly Fault[] = [
  {
    room: "wire",
    breaks: "an error whose code is a fraction is taken",
    text: `Number.isInteger(error["code"]) &&`,
    replacement: `typeof error["code"] === "number" &&`,
    tests: ["test/runtime/classify.test.ts"],
  },
  {
    room: "wire",
    breaks: "what handlers throw is told to the peer",
    text: `return { code: INTERNAL_ERROR, message: "Internal error" };`,
    replacement: `return { code: INTERNAL_ERROR, message: String(error) };`,
    tests: ["test/runtime/server-handlers.test.ts"],
  },
  {
    room: "wire",
    breaks: "a text of the peer's can break the lines of a log",
    text: `text.replace(/[\\p{Cc}\\u2028\\u2029]/gu`,
    replacement: `text.replace(/[\\u2028\\u2029]/gu`,
    tests: ["test/security/log-injection.test.ts"],
  },
  {
    room: "table",
    breaks: "a result without its type matches none",
    text: `    return condition.orAbsent === true;
  return (`,
    replacement: `    return false;
  return (`,
    tests: [
      "test/runtime/choose-result.test.ts",
      "test/runtime/client-input.test.ts",
    ],
  },
  {
    room: "table",
    breaks: "changes go to those who asked for another resource",
    text: `asked.includes(params?.["uri"])`,
    replacement: `asked.length > 0`,
    tests: ["test/runtime/listeners.test.ts"],
  },
  {
    room: "table",
    breaks: "a capability that is denied counts as declared",
    text: `return value !== undefined && value !== false && value !== null;`,
    replacement: `return value !== undefined && value !== null;`,
    tests: ["test/runtime/capabilities.test.ts"],
  },
  {
    room: "peer",
    breaks: "two requests of one id run at once",
    text: `if (this.#requests.has(key))`,
    replacement: `if (this.#requests.has(key) && this.#drained)`,
    tests: [
      "test/runtime/interceptors.test.ts",
      "test/runtime/server-ids.test.ts",
    ],
  },
  {
    room: "peer",
    breaks: "a handshake can be cancelled",
    text: `if (!request || request.method === "initialize") return;`,
    replacement: `if (!request) return;`,
    tests: ["test/runtime/server-cancellation.test.ts"],
  },
  {
    room: "peer",
    breaks: "progress that falls is told",
    text: `!(progress.progress > call.progress)`,
    replacement: `progress.progress === call.progress`,
    tests: ["test/runtime/calls.test.ts", "test/runtime/call-limits.test.ts"],
  },
  {
    room: "peer",
    breaks: "a call that ended leaves its listener at the caller's signal",
    text: `call.asked.options.signal?.removeEventListener("abort", call.onAbort);`,
    replacement: `call.onAbort = undefined;`,
    tests: ["test/runtime/call-limits.test.ts"],
  },
  {
    room: "server",
    breaks: "state that has expired is accepted",
    text: `return Date.now() < expires ? value : undefined;`,
    replacement: `return expires > 0 ? value : undefined;`,
    tests: [
      "test/runtime/input-stateless-state.test.ts",
      "test/runtime/request-state.test.ts",
    ],
  },
  {
    room: "server",
    breaks: "those who listen are more than the bound",
    text: `this.#watched + wanted > resources`,
    replacement: `this.#watched > resources`,
    tests: ["test/runtime/listeners.test.ts"],
  },
  {
    room: "server",
    breaks: "a client hears of resources that it has not subscribed to",
    text: `return uri === undefined || this.resources.has(uri);`,
    replacement: `return uri === undefined || this.resources.size > 0;`,
    tests: ["test/runtime/listeners.test.ts"],
  },
  {
    room: "client",
    breaks: "a list goes on when a cursor comes again",
    text: `if (nextCursor === kept) throw`,
    replacement: `if (nextCursor === kept && page < 0) throw`,
    tests: ["test/runtime/paginate.test.ts"],
  },
  {
    room: "client",
    breaks: "one user gets what was kept for another",
    text: `if (reader && reader.principal !== principal) return undefined;`,
    replacement: ``,
    tests: ["test/runtime/client-cache.test.ts"],
  },
  {
    room: "client",
    breaks: "a server can ask in mid-call more often than the bound",
    text: `if (round === maxRounds)
    throw new InvalidMessageError`,
    replacement: `if (round === 2 * maxRounds)
    throw new InvalidMessageError`,
    tests: [
      "test/runtime/client-input-rounds.test.ts",
      "test/runtime/client-input.test.ts",
    ],
  },
  {
    room: "client",
    breaks: "subscriptions are forgotten when a connection comes back",
    text: `...[...watches.keys()].map(watch),`,
    replacement: `...[...watches.keys()].slice(1).map(watch),`,
    tests: ["test/http-client/reminded.test.ts"],
  },
  {
    room: "features",
    breaks: "a page ends with an item that the next one begins with",
    text: `      page.push(item.listed);
      last = key;`,
    replacement: `      last = page.length === 0 ? key : last;
      page.push(item.listed);`,
    tests: ["test/registry/pages.test.ts"],
  },
  {
    room: "features",
    breaks: "a path of a template's variable may lead out of its folder",
    text: `const isDots = (segment: string) => segment === "." || segment === "..";`,
    replacement: `const isDots = (segment: string) => segment === ".";`,
    tests: ["test/registry/uri-template.test.ts"],
  },
  {
    room: "features",
    breaks: "a tool that throws fails its whole request",
    text: `const passes = error instanceof ProtocolError || request.asks;`,
    replacement: `const passes = error instanceof Error || request.asks;`,
    tests: [
      "test/registry/throwing-tool.test.ts",
      "test/registry/tool-results.test.ts",
    ],
  },
  {
    room: "http/shared",
    breaks: "a header's base64 is taken in more than one form",
    text: `if (btoa(binary) !== text) return undefined;`,
    replacement: ``,
    tests: ["test/http/stateless-header-values.test.ts"],
  },
  {
    room: "http/shared",
    breaks: "a mirrored argument is not compared with its header",
    text: `if (isGiven && isSame(text, value)) return undefined;`,
    replacement: `if (isGiven) return undefined;`,
    tests: ["test/http/stateless-mirrored.test.ts"],
  },
  {
    room: "http/shared",
    breaks: "bytes of a long body are lost",
    text: `larger.set(bytes.subarray(0, used));`,
    replacement: `larger.set(bytes.subarray(0, used - 1));`,
    tests: ["test/http/raw-bodies.test.ts", "test/http/limits.test.ts"],
  },
  {
    room: "http/server",
    breaks: "a page of another host reaches a local server",
    text: `return refuse(403, "The origin is not allowed");`,
    replacement: `return undefined;`,
    tests: ["test/security/http-rebinding.test.ts"],
  },
  {
    room: "http/server",
    breaks: "a session that nobody uses stays for ever",
    text: `else if (time - usedAt > limit) void session.close();`,
    replacement: `else if (time - usedAt > limit * 1e6) void session.close();`,
    tests: [
      "test/security/http-unbounded.test.ts",
      "test/http/handshake-sessions.test.ts",
    ],
  },
  {
    room: "http/server",
    breaks: "a stream that lost events is resumed as if it had not",
    text: `|| first.sequence > after + 1) return undefined;`,
    replacement: `) return undefined;`,
    tests: [
      "test/http/memory-event-store.test.ts",
      "test/http/resume-store.test.ts",
    ],
  },
  {
    room: "http/server",
    breaks: "a body may be deeper than the bound",
    text: `if (++depth > limit) return true;`,
    replacement: `if (++depth > 2 * limit) return true;`,
    tests: ["test/http/limits.test.ts", "test/http/raw-json.test.ts"],
  },
  {
    room: "http/client",
    breaks: "credentials follow a redirection to another origin",
    text: `if (to.origin !== from.origin)`,
    replacement: `if (to.protocol !== from.protocol)`,
    tests: ["test/security/http-client-credentials.test.ts"],
  },
  {
    room: "http/client",
    breaks:
      "a line that ends with both signs counts twice when it is cut between",
    text: `if (text.charCodeAt(0) === lineFeed) start = 1;`,
    replacement: ``,
    tests: ["test/http-client/event-parser.property.test.ts"],
  },
  {
    room: "http/client",
    breaks: "a session's id may hold what no header can",
    text: `if (sign < "!" || sign > "~") return false;`,
    replacement: `if (sign < " ") return false;`,
    tests: [
      "test/http-client/hostile-sessions.test.ts",
      "test/http-client/session.test.ts",
    ],
  },
  {
    room: "stdio",
    breaks: "a line may be longer than the bound",
    text: `if (line.length > limit) return overflow();`,
    replacement: ``,
    tests: ["test/runtime/lines.test.ts"],
  },
  {
    room: "stdio",
    breaks: "a child gets shell functions as variables",
    text: `if (value !== undefined && !value.startsWith("()")) {`,
    replacement: `if (value !== undefined) {`,
    tests: ["test/runtime/spawn-stdio.test.ts"],
  },
];
