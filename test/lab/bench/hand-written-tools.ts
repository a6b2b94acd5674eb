/**
 * What a careful author would write by hand for the arguments of some tools of published
 * servers. It accepts what their schemas accept: a test compares the two.
 */
export const handWrittenTools: Readonly<
  Record<string, (value: unknown) => boolean>
> = {
  "server-sequential-thinking/sequentialthinking": isThought,
  "server-memory/create_entities": isEntities,
  "mcp/browser_fill_form": isForm,
  "server-github/list_issues": isIssueQuery,
  "server-brave-search/brave_web_search": isWebSearch,
  "server-slack/slack_add_reaction": isReaction,
  "server-filesystem/edit_file": isFileEdit,
  "tavily-mcp/tavily_search": isSearch,
};

type Fields = { readonly [key: string]: unknown };

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isOptionalString(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

function isOptionalCount(value: unknown): boolean {
  return value === undefined || isCount(value);
}

function isCount(value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= 1;
}

function isYes(value: unknown): boolean {
  return typeof value === "boolean" || typeof value === "string";
}

function isThought(value: unknown): boolean {
  if (!isObject(value) || typeof value["thought"] !== "string") return false;
  if (!isYes(value["nextThoughtNeeded"])) return false;
  if (!isCount(value["thoughtNumber"])) return false;
  if (!isCount(value["totalThoughts"])) return false;
  const { isRevision, needsMoreThoughts } = value;
  if (isRevision !== undefined && !isYes(isRevision)) return false;
  if (!isOptionalCount(value["revisesThought"])) return false;
  if (!isOptionalCount(value["branchFromThought"])) return false;
  if (!isOptionalString(value["branchId"])) return false;
  if (needsMoreThoughts !== undefined && !isYes(needsMoreThoughts))
    return false;
  for (const key in value)
    switch (key) {
      case "thought":
      case "nextThoughtNeeded":
      case "thoughtNumber":
      case "totalThoughts":
      case "isRevision":
      case "revisesThought":
      case "branchFromThought":
      case "branchId":
      case "needsMoreThoughts":
        break;
      default:
        return false;
    }
  return true;
}

function isEntities(value: unknown): boolean {
  if (!isObject(value)) return false;
  const entities = value["entities"];
  if (!Array.isArray(entities)) return false;
  for (let i = 0; i < entities.length; i++)
    if (!isEntity(entities[i])) return false;
  for (const key in value) if (key !== "entities") return false;
  return true;
}

function isEntity(value: unknown): boolean {
  if (!isObject(value) || typeof value["name"] !== "string") return false;
  if (typeof value["entityType"] !== "string") return false;
  const observations = value["observations"];
  if (!Array.isArray(observations)) return false;
  for (let i = 0; i < observations.length; i++)
    if (typeof observations[i] !== "string") return false;
  for (const key in value)
    if (key !== "name" && key !== "entityType" && key !== "observations")
      return false;
  return true;
}

function isForm(value: unknown): boolean {
  if (!isObject(value)) return false;
  const fields = value["fields"];
  if (!Array.isArray(fields)) return false;
  for (let i = 0; i < fields.length; i++) if (!isField(fields[i])) return false;
  for (const key in value) if (key !== "fields") return false;
  return true;
}

function isField(value: unknown): boolean {
  if (!isObject(value)) return false;
  if (typeof value["target"] !== "string") return false;
  if (typeof value["name"] !== "string") return false;
  if (typeof value["value"] !== "string") return false;
  const type = value["type"];
  if (
    type !== "textbox" &&
    type !== "checkbox" &&
    type !== "radio" &&
    type !== "combobox" &&
    type !== "slider"
  )
    return false;
  if (!isOptionalString(value["element"])) return false;
  for (const key in value)
    switch (key) {
      case "element":
      case "target":
      case "name":
      case "type":
      case "value":
        break;
      default:
        return false;
    }
  return true;
}

function isIssueQuery(value: unknown): boolean {
  if (!isObject(value)) return false;
  if (typeof value["owner"] !== "string") return false;
  if (typeof value["repo"] !== "string") return false;
  const { direction, sort, state, labels, page, per_page: size } = value;
  if (direction !== undefined && direction !== "asc" && direction !== "desc")
    return false;
  if (page !== undefined && !Number.isFinite(page)) return false;
  if (size !== undefined && !Number.isFinite(size)) return false;
  if (!isOptionalString(value["since"])) return false;
  if (
    sort !== undefined &&
    sort !== "created" &&
    sort !== "updated" &&
    sort !== "comments"
  )
    return false;
  if (
    state !== undefined &&
    state !== "open" &&
    state !== "closed" &&
    state !== "all"
  )
    return false;
  if (labels !== undefined) {
    if (!Array.isArray(labels)) return false;
    for (let i = 0; i < labels.length; i++)
      if (typeof labels[i] !== "string") return false;
  }
  for (const key in value)
    switch (key) {
      case "owner":
      case "repo":
      case "direction":
      case "labels":
      case "page":
      case "per_page":
      case "since":
      case "sort":
      case "state":
        break;
      default:
        return false;
    }
  return true;
}

function isWebSearch(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value["query"] === "string" &&
    isOptionalNumber(value["count"]) &&
    isOptionalNumber(value["offset"])
  );
}

function isReaction(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value["channel_id"] === "string" &&
    typeof value["timestamp"] === "string" &&
    typeof value["reaction"] === "string"
  );
}

function isFileEdit(value: unknown): boolean {
  if (!isObject(value) || typeof value["path"] !== "string") return false;
  const edits = value["edits"];
  if (!Array.isArray(edits)) return false;
  for (let i = 0; i < edits.length; i++) if (!isEdit(edits[i])) return false;
  if (!isOptionalBoolean(value["dryRun"])) return false;
  for (const key in value)
    if (key !== "path" && key !== "edits" && key !== "dryRun") return false;
  return true;
}

function isEdit(value: unknown): boolean {
  if (!isObject(value) || typeof value["oldText"] !== "string") return false;
  if (typeof value["newText"] !== "string") return false;
  for (const key in value)
    if (key !== "oldText" && key !== "newText") return false;
  return true;
}

function isSearch(value: unknown): boolean {
  if (!isObject(value) || typeof value["query"] !== "string") return false;
  const { search_depth: depth, topic, time_range: range } = value;
  if (
    depth !== undefined &&
    depth !== "basic" &&
    depth !== "advanced" &&
    depth !== "fast" &&
    depth !== "ultra-fast"
  )
    return false;
  if (topic !== undefined && topic !== "general") return false;
  if (
    range !== undefined &&
    range !== "day" &&
    range !== "week" &&
    range !== "month" &&
    range !== "year"
  )
    return false;
  const most = value["max_results"];
  if (most !== undefined)
    if (typeof most !== "number" || !(most >= 5 && most <= 20)) return false;
  return (
    isOptionalString(value["start_date"]) &&
    isOptionalString(value["end_date"]) &&
    isOptionalString(value["country"]) &&
    isOptionalBoolean(value["include_images"]) &&
    isOptionalBoolean(value["include_image_descriptions"]) &&
    isOptionalBoolean(value["include_raw_content"]) &&
    isOptionalBoolean(value["include_favicon"]) &&
    isOptionalBoolean(value["exact_match"]) &&
    isOptionalTexts(value["include_domains"]) &&
    isOptionalTexts(value["exclude_domains"])
  );
}

function isOptionalNumber(value: unknown): boolean {
  return value === undefined || Number.isFinite(value);
}

function isOptionalBoolean(value: unknown): boolean {
  return value === undefined || typeof value === "boolean";
}

function isOptionalTexts(value: unknown): boolean {
  if (value === undefined) return true;
  if (!Array.isArray(value)) return false;
  for (let i = 0; i < value.length; i++)
    if (typeof value[i] !== "string") return false;
  return true;
}
