import type { Protocol, Tag } from "../../src/schema/model/index.ts";

const call = "globalThis.canary()";

/** Texts that try to end what holds them and to run as code. */
export const payloads: readonly string[] = [
  `*/ ${call}; /*`,
  `"; ${call}; //`,
  `'; ${call}; //`,
  `"'; ${call}; //`,
  `\`; ${call}; //`,
  `\${${call}}`,
  `\n${call};\n//`,
  `\r${call};\r//`,
  `\u2028${call};\u2029`,
  `\\"; ${call}; //`,
  `\\`,
  `</script>`,
  `hasFields(${call})`,
  "@ts-expect-error",
  "@ts-ignore",
  "// @ts-nocheck",
  "../../escape",
  "C:\\escape",
  "a/b~c%d",
  "\0\b\u001b",
  "\ud800",
  "\u{1f4a3} \u202e",
  "",
  " ",
  "0",
  "-1",
  "x".repeat(3000),
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "value",
  "report",
  "depth",
  "types",
  "guards",
  "pattern1",
  "checkTagged",
  "isTagged",
  "class",
  "await",
  "arguments",
  "undefined",
  "Object",
  "Array",
  // Keywords of JSON Schema.
  ..."$ref $defs properties items anyOf enum const type required default".split(
    " ",
  ),
];

/** Keys that ajv cannot judge: it leaves one out, forgets one, and cannot compile the last. */
export const oddKeys: readonly string[] = ["__proto__", "", "\ud800"];

/** The payloads that are other keys. */
export const keys: readonly string[] = payloads.filter(
  (payload) => !oddKeys.includes(payload),
);

/** Names that shadow globals, or that the emitted modules use themselves. */
const typeNames: readonly string[] = [
  ..."Array Boolean Error Function Map Number Object Promise Reflect RegExp Set String Symbol".split(
    " ",
  ),
  ..."Partial Readonly Request Notification NaN Infinity globalThis JSON".split(
    " ",
  ),
  ..."Issue Report Fields types guards report fail within maxDepth takeIssue hasFields unique equal characters standard".split(
    " ",
  ),
  ..."isTagged validateTagged checkTagged pattern1 StandardSchema Standard TaggedSchema value depth".split(
    " ",
  ),
  ..."Requests Notifications RequestEntry ParamsEntry Direction MessageKind ProtocolTable requests notifications protocol revision errorCodes classify chooseResult isRequestMethod".split(
    " ",
  ),
  ..."Server Client ServerHandlers ServerContext ServerOptions ClientPeer createServer buildServer Awaitable CallOptions Caller Context OptionalMeta caller params options context".split(
    " ",
  ),
  "ErrorRequestParams",
  "ErrorRequestParamsWithMeta",
  "__proto__",
  "constructor",
  "toString",
  "\u{1d49c}\u00e9",
  "T",
  "x".repeat(300),
];

/** Constants whose names the emitted modules would like to export too. */
const constants: readonly string[] = [
  "isNamed",
  "validateNamed",
  "NamedSchema",
  "createClient",
  "errorNames",
];

/** Types that are messages, whatever they are called. */
const messages: readonly string[] = [
  "ErrorRequest",
  "PromiseRequest",
  "__proto__Request",
  "constructorRequest",
  "thenRequest",
  "notifyRequest",
  "classRequest",
  "RequestsRequest",
  "checkTaggedRequest",
];

/** A schema.ts in which every name and every literal is hostile. */
export function hostileSchema(): string {
  return [
    envelope,
    ...typeNames.map((name) => `export interface ${name} { own: "${name}" }`),
    ...constants.map(
      (name) => `export const ${name} = ${JSON.stringify(name)};`,
    ),
    members("Named", keys),
    members("Odd", oddKeys),
    literals(),
    tagged(),
    keyed(),
    enumeration(),
    constrained(),
    requests(),
  ].join("\n");
}

const envelope = `
export interface JSONRPCRequest { jsonrpc: "2.0"; id: string | number; method: string; params?: { [key: string]: unknown } }
export interface JSONRPCNotification { jsonrpc: "2.0"; method: string; params?: { [key: string]: unknown } }
export interface EmptyResult { _meta?: { [key: string]: unknown } }
`;

/** Comments as the source can carry them: without an end of its own. */
function note(payload: string): string {
  const text = payload.replaceAll("*/", "* /");
  return `/** ${text}\n * @remarks ${text}\n */`;
}

function members(name: string, keys: readonly string[]): string {
  const required = keys.map(
    (key) => `${note(key)}\n${JSON.stringify(key)}: ${JSON.stringify(key)};`,
  );
  const optional = keys.map((key) => `${JSON.stringify(`${key}?`)}?: Tagged;`);
  return `export interface ${name} {\n${[...required, ...optional].join("\n")}\n}`;
}

function literals(): string {
  const all = payloads.map((payload) => JSON.stringify(payload));
  return [
    `export type Literals = ${all.join(" | ")};`,
    ...all.map((text, index) => `export const CONSTANT_${index} = ${text};`),
    `export type Constants = ${all.map((_, index) => `typeof CONSTANT_${index}`).join(" | ")};`,
  ].join("\n");
}

/** A union whose members are told by a tag with a hostile name. */
function tagged(): string {
  const tags = payloads.map(
    (payload, index) =>
      `export interface Tag${index} { "'\\"\`tag": ${JSON.stringify(payload)}; value: ${index} }`,
  );
  const names = payloads.map((_, index) => `Tag${index}`);
  return `${tags.join("\n")}\nexport type Tagged = ${names.join(" | ")};`;
}

/** A union whose members are told by the keys that they require. */
function keyed(): string {
  const types = keys.map(
    (key, index) =>
      `export interface Key${index} { ${JSON.stringify(key)}: number }`,
  );
  const names = keys.map((_, index) => `Key${index}`);
  return `${types.join("\n")}\nexport type Keyed = ${names.join(" | ")};`;
}

function enumeration(): string {
  const members = payloads.map((payload, index) => {
    const name = payload === "0" || payload === "-1" ? `n${payload}` : payload;
    return `${JSON.stringify(name)} = ${JSON.stringify(`${payload}${index}`)},`;
  });
  return `export enum Enumeration {\n${members.join("\n")}\n}`;
}

function constrained(): string {
  const defaults = payloads.map((payload, index) => {
    const text = JSON.stringify(payload).replaceAll("*/", "*\\/");
    return `/** @default ${text} */\nd${index}?: string;`;
  });
  return [
    "export interface Constrained {",
    ...defaults,
    "/** @pattern ^[\"'`]\\$\\{globalThis\\.canary\\(\\)\\}$ */",
    "pattern?: string;",
    "/** @format \"'`${globalThis.canary()} */",
    "format?: string;",
    "}",
  ].join("\n");
}

function requests(): string {
  const all = payloads.map(
    (payload, index) =>
      `export interface Hostile${index}Request extends JSONRPCRequest { method: ${JSON.stringify(payload)}; params: { ${JSON.stringify(keys.includes(payload) ? payload : "other")}: string } }`,
  );
  const named = messages.map(
    (name, index) =>
      `export interface ${name} extends JSONRPCRequest { method: "named/${index}" }`,
  );
  const notifications = payloads.map(
    (payload, index) =>
      `export interface Heard${index}Notification extends JSONRPCNotification { method: ${JSON.stringify(`n/${payload}`)} }`,
  );
  const names = [
    ...payloads.map((_, index) => `Hostile${index}Request`),
    ...messages,
  ];
  const heard = payloads.map((_, index) => `Heard${index}Notification`);
  return [
    ...all,
    ...named,
    ...notifications,
    `export type ClientRequest = ${names.join(" | ")};`,
    `export type ServerRequest = ${names.slice(1).join(" | ")};`,
    `export type ClientNotification = ${heard.join(" | ")};`,
    `export type ServerNotification = ${heard.slice(1).join(" | ")};`,
  ].join("\n");
}

/** The same protocol with prose that no source could carry. */
export function withHostileProse(protocol: Protocol): Protocol {
  const all = payloads.join("\n");
  return {
    ...protocol,
    source: { url: all, sha256: all },
    pages: { base: all, types: all },
    declarations: protocol.declarations.map((declaration, index) => {
      const payload = payloads[index % payloads.length] ?? all;
      const tags: Tag[] = [{ name: payload, text: payload }, { name: all }];
      return {
        ...declaration,
        category: payload,
        deprecated: true,
        comment: { text: payload, deprecated: payload, tags },
        ...(declaration.kind === "interface" && {
          properties: declaration.properties.map((property, at) => ({
            ...property,
            comment: { text: payloads[at % payloads.length] ?? all },
          })),
        }),
      };
    }),
  };
}
