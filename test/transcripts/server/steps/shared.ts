import type { JsonObject } from "../../subject.ts";
import type { Step } from "../conversation.ts";
import { callTool, watched } from "../messages.ts";

/** Makes the request that a client of one revision sends. */
export type Ask = (
  id: string | number,
  method: string,
  params?: object,
  meta?: object,
) => JsonObject;

interface Asked {
  readonly title: string;
  readonly method: string;
  readonly params?: object;
  readonly hears?: number;
}

/** The requests that every lifecycle has, of one answer each. */
const asked: readonly Asked[] = [
  { title: "the first page of tools", method: "tools/list" },
  {
    title: "a page behind no cursor of the server's",
    method: "tools/list",
    params: { cursor: "nowhere" },
  },
  {
    title: "a structured result",
    method: "tools/call",
    params: callTool("add", { a: 1, b: 2 }),
  },
  {
    title: "wrong arguments",
    method: "tools/call",
    params: callTool("add", { a: "one" }),
  },
  {
    title: "a result against its schema",
    method: "tools/call",
    params: callTool("wrong"),
  },
  {
    title: "a result of text",
    method: "tools/call",
    params: callTool("say", {}),
  },
  {
    title: "a result of every block",
    method: "tools/call",
    params: callTool("show"),
  },
  { title: "isError", method: "tools/call", params: callTool("fail") },
  { title: "an error thrown", method: "tools/call", params: callTool("throw") },
  {
    title: "an error thrown by the language",
    method: "tools/call",
    params: callTool("crash"),
  },
  {
    title: "an error of the protocol",
    method: "tools/call",
    params: callTool("refuse"),
  },
  { title: "no such tool", method: "tools/call", params: callTool("nothing") },
  {
    title: "params that are none",
    method: "tools/call",
    params: { name: 7 },
  },
  { title: "no params", method: "tools/call" },
  { title: "no such method", method: "tools/fly", params: {} },
  { title: "resources", method: "resources/list" },
  { title: "templates", method: "resources/templates/list" },
  { title: "text", method: "resources/read", params: { uri: "note://one" } },
  { title: "bytes", method: "resources/read", params: { uri: "note://bytes" } },
  {
    title: "several",
    method: "resources/read",
    params: { uri: "note://many" },
  },
  {
    title: "a template filled",
    method: "resources/read",
    params: { uri: "city://Oslo/year?year=1999" },
  },
  {
    title: "a template with nothing behind it",
    method: "resources/read",
    params: { uri: "city://Nowhere/year" },
  },
  {
    title: "no such resource",
    method: "resources/read",
    params: { uri: "note://none" },
  },
  {
    title: "a resource that fails",
    method: "resources/read",
    params: { uri: "note://broken" },
  },
  { title: "prompts", method: "prompts/list" },
  {
    title: "a prompt",
    method: "prompts/get",
    params: { name: "report", arguments: { city: "Oslo" } },
  },
  {
    title: "a prompt without what it requires",
    method: "prompts/get",
    params: { name: "report" },
  },
  {
    title: "no such prompt",
    method: "prompts/get",
    params: { name: "none" },
  },
  {
    title: "completion of a template",
    method: "completion/complete",
    params: {
      ref: { type: "ref/resource", uri: "city://{city}/year{?year}" },
      argument: { name: "city", value: "O" },
    },
  },
  {
    title: "completion of a prompt",
    method: "completion/complete",
    params: {
      ref: { type: "ref/prompt", name: "report" },
      argument: { name: "tone", value: "" },
      context: { arguments: { city: "Oslo" } },
    },
  },
  {
    title: "completion of what does not exist",
    method: "completion/complete",
    params: {
      ref: { type: "ref/prompt", name: "none" },
      argument: { name: "tone", value: "" },
    },
  },
];

export function featureSteps(ask: Ask): Step[] {
  const steps = asked.map(({ title, method, params }, index): Step => ({
    title,
    say: ask(index + 1, method, params),
  }));
  return [...steps, lastPage(ask)];
}

function lastPage(ask: Ask): Step {
  return {
    title: "the page behind the first",
    say: (heard: readonly JsonObject[]) => {
      const first = heard.find(({ id }) => id === 1);
      const { nextCursor } = first?.["result"] as { nextCursor: string };
      return ask("page", "tools/list", { cursor: nextCursor });
    },
  };
}

/** A call that tells its progress, and what it logs. */
export function watchedCall(ask: Ask, id: string, name: string): JsonObject {
  return ask(id, "tools/call", callTool(name), watched._meta);
}
