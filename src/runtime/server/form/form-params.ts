import type { ProtocolTable } from "../../protocol/revision/protocol-table.ts";
import { describeIssue } from "../../protocol/errors.ts";
import type { JsonObject } from "../../protocol/message.ts";
import { elicitationIssue } from "../../protocol/validation/asked.ts";
import { toForm } from "./to-form.ts";

/**
 * What asks a client's user for what a JSON Schema describes. Throws a TypeError for
 * a schema that no form of the revision can show.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/client/elicitation | Elicitation: Requested Schema}
 */
export function formParams(
  schema: JsonObject,
  message: string | undefined,
  { facts, revision }: ProtocolTable,
): { readonly requestedSchema: JsonObject } {
  const params = { message, requestedSchema: toForm(schema, facts) };
  const issue = elicitationIssue(params, facts);
  if (!issue) return params;
  const reason = describeIssue(issue);
  throw new TypeError(`no form of ${revision} can show this: ${reason}`);
}
