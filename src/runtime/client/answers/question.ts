import type { InputRequest } from "../../protocol/input-required.ts";
import { isObject } from "../../protocol/message.ts";
import type { Issue } from "../../protocol/issue.ts";
import { isWebAddress } from "../../protocol/uri.ts";
import { samplingIssue } from "./sampling.ts";

/**
 * Why a client's handlers are not asked what a server wants to ask, although the
 * guards accept it: `undefined` when they are.
 */
export function questionIssue({
  method,
  params,
}: InputRequest): Issue | undefined {
  if (!isObject(params)) return undefined;
  if (method === "elicitation/create" && params["mode"] === "url")
    return urlIssue(params["url"]);
  if (method === "sampling/createMessage") return samplingIssue(params);
  return undefined;
}

/**
 * A page to show a person has a web address: any other might run something.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/client/elicitation | Elicitation: Safe URL Handling}
 */
function urlIssue(url: unknown): Issue | undefined {
  return typeof url === "string" && isWebAddress(url)
    ? undefined
    : { path: ["url"], message: "expected an http or https URL" };
}
