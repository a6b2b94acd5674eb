import type { ProtocolTable } from "../../table/protocol-table.ts";
import { describeIssue } from "../../wire/errors.ts";
import type { JsonObject } from "../../wire/message.ts";
import { elicitationIssue } from "../../wire/sound/asked.ts";
import type { Schema } from "../../features/schema/schema.ts";
import { toForm } from "./to-form.ts";

/**
 * What asks a client's user for what a schema describes. Throws a TypeError for
 * a schema that no form of the revision can show.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/client/elicitation | Elicitation: Requested Schema}
 */
export function formParams(
  schema: Schema,
  message: string | undefined,
  { facts, revision }: ProtocolTable,
): { readonly requestedSchema: JsonObject } {
  // Callers may write JavaScript, or use a library that lacks it.
  const standard: Partial<Schema["~standard"]> = schema["~standard"];
  const json = standard.jsonSchema?.input({ target: "draft-2020-12" });
  if (!json) throw new TypeError("a schema of no JSON Schema needs form()");
  const params = { message, requestedSchema: toForm(json, facts) };
  const issue = elicitationIssue(params, facts);
  if (!issue) return params;
  const reason = describeIssue(issue);
  throw new TypeError(`no form of ${revision} can show this: ${reason}`);
}
