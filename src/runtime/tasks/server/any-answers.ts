import type {
  ExtensionRows,
  ExtensionTable,
} from "../../protocol/revision/extension.ts";
import type { Validate } from "../../protocol/issue.ts";
import { isObject } from "../../protocol/message.ts";

const update = "tasks/update";

/**
 * Returns the table without validation of `inputResponses` in `tasks/update`. Unknown responses
 * are ignored, so they must not reject the request; the others are validated against their
 * input requests.
 */
export function takingAnyAnswers<Table extends ExtensionTable>(
  table: Table,
): Table {
  const revisions = Object.entries(table.revisions).map(([id, revision]) => [
    id,
    { ...revision, server: withoutGuard(revision.server) },
  ]);
  return { ...table, revisions: Object.fromEntries(revisions) };
}

function withoutGuard(rows: ExtensionRows): ExtensionRows {
  const entry = rows.requests[update];
  if (!entry?.params) return rows;
  const { params } = entry;
  const validate: Validate = (value) => {
    const hasAnswers = isObject(value) && isObject(value["inputResponses"]);
    return params.validate(
      hasAnswers ? { ...value, inputResponses: {} } : value,
    );
  };
  const open = { ...entry, params: { ...params, validate } };
  return { ...rows, requests: { ...rows.requests, [update]: open } };
}
