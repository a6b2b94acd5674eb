/**
 * What a careful author would write by hand for the messages that are measured. It
 * accepts exactly the values that the guards of 2025-11-25 accept: a test compares
 * the two.
 */

type Fields = { readonly [key: string]: unknown };

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isOptionalObject(value: unknown): boolean {
  return value === undefined || isObject(value);
}

function isOptionalString(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

function isOptionalBoolean(value: unknown): boolean {
  return value === undefined || typeof value === "boolean";
}

function isId(value: unknown): boolean {
  return typeof value === "string" || Number.isInteger(value);
}

export function isCallToolRequest(value: unknown): boolean {
  return (
    isObject(value) &&
    value["jsonrpc"] === "2.0" &&
    value["method"] === "tools/call" &&
    isId(value["id"]) &&
    isCallToolRequestParams(value["params"])
  );
}

function isCallToolRequestParams(value: unknown): boolean {
  if (!isObject(value) || typeof value["name"] !== "string") return false;
  if (!isOptionalObject(value["arguments"])) return false;
  const meta = value["_meta"];
  if (meta !== undefined) {
    if (!isObject(meta)) return false;
    const token = meta["progressToken"];
    if (token !== undefined && !isId(token)) return false;
  }
  const task = value["task"];
  if (task === undefined) return true;
  if (!isObject(task)) return false;
  const ttl = task["ttl"];
  return ttl === undefined || Number.isInteger(ttl);
}

export function isProgressNotification(value: unknown): boolean {
  if (!isObject(value) || value["jsonrpc"] !== "2.0") return false;
  if (value["method"] !== "notifications/progress") return false;
  const params = value["params"];
  if (!isObject(params) || !isId(params["progressToken"])) return false;
  if (!Number.isFinite(params["progress"])) return false;
  const total = params["total"];
  if (total !== undefined && !Number.isFinite(total)) return false;
  return (
    isOptionalString(params["message"]) && isOptionalObject(params["_meta"])
  );
}

export function isListToolsResult(value: unknown): boolean {
  if (!isObject(value)) return false;
  const tools = value["tools"];
  if (!Array.isArray(tools)) return false;
  for (let i = 0; i < tools.length; i++) if (!isTool(tools[i])) return false;
  return (
    isOptionalString(value["nextCursor"]) && isOptionalObject(value["_meta"])
  );
}

function isTool(value: unknown): boolean {
  if (!isObject(value) || typeof value["name"] !== "string") return false;
  if (!isToolSchema(value["inputSchema"])) return false;
  if (!isOptionalString(value["title"])) return false;
  if (!isOptionalString(value["description"])) return false;
  if (!isOptionalObject(value["_meta"])) return false;
  const output = value["outputSchema"];
  if (output !== undefined && !isToolSchema(output)) return false;
  const annotations = value["annotations"];
  if (annotations !== undefined && !isToolAnnotations(annotations))
    return false;
  const execution = value["execution"];
  if (execution !== undefined && !isToolExecution(execution)) return false;
  return areOptionalIcons(value["icons"]);
}

function isToolSchema(value: unknown): boolean {
  if (!isObject(value) || value["type"] !== "object") return false;
  if (!isOptionalString(value["$schema"])) return false;
  const properties = value["properties"];
  if (properties !== undefined) {
    if (!isObject(properties)) return false;
    for (const key in properties) if (!isObject(properties[key])) return false;
  }
  const required = value["required"];
  return required === undefined || areStrings(required);
}

function areStrings(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  for (let i = 0; i < value.length; i++)
    if (typeof value[i] !== "string") return false;
  return true;
}

function isToolAnnotations(value: unknown): boolean {
  return (
    isObject(value) &&
    isOptionalString(value["title"]) &&
    isOptionalBoolean(value["readOnlyHint"]) &&
    isOptionalBoolean(value["destructiveHint"]) &&
    isOptionalBoolean(value["idempotentHint"]) &&
    isOptionalBoolean(value["openWorldHint"])
  );
}

function isToolExecution(value: unknown): boolean {
  if (!isObject(value)) return false;
  const support = value["taskSupport"];
  return (
    support === undefined ||
    support === "forbidden" ||
    support === "optional" ||
    support === "required"
  );
}

function areOptionalIcons(value: unknown): boolean {
  if (value === undefined) return true;
  if (!Array.isArray(value)) return false;
  for (let i = 0; i < value.length; i++) if (!isIcon(value[i])) return false;
  return true;
}

function isIcon(value: unknown): boolean {
  if (!isObject(value) || typeof value["src"] !== "string") return false;
  if (!isOptionalString(value["mimeType"])) return false;
  const sizes = value["sizes"];
  if (sizes !== undefined && !areStrings(sizes)) return false;
  const theme = value["theme"];
  return theme === undefined || theme === "light" || theme === "dark";
}

export function isCallToolResult(value: unknown): boolean {
  if (!isObject(value)) return false;
  const content = value["content"];
  if (!Array.isArray(content)) return false;
  for (let i = 0; i < content.length; i++)
    if (!isContentBlock(content[i])) return false;
  return (
    isOptionalObject(value["structuredContent"]) &&
    isOptionalBoolean(value["isError"]) &&
    isOptionalObject(value["_meta"])
  );
}

function isContentBlock(value: unknown): boolean {
  if (!isObject(value)) return false;
  if (!isOptionalObject(value["_meta"])) return false;
  if (!areOptionalAnnotations(value["annotations"])) return false;
  switch (value["type"]) {
    case "text":
      return typeof value["text"] === "string";
    case "image":
    case "audio":
      return (
        typeof value["data"] === "string" &&
        typeof value["mimeType"] === "string"
      );
    case "resource_link":
      return isResourceLink(value);
    case "resource":
      return isResourceContents(value["resource"]);
    default:
      return false;
  }
}

function isResourceLink(value: Fields): boolean {
  const size = value["size"];
  return (
    typeof value["uri"] === "string" &&
    typeof value["name"] === "string" &&
    isOptionalString(value["title"]) &&
    isOptionalString(value["description"]) &&
    isOptionalString(value["mimeType"]) &&
    (size === undefined || Number.isInteger(size)) &&
    areOptionalIcons(value["icons"])
  );
}

function isResourceContents(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value["uri"] === "string" &&
    (typeof value["text"] === "string" || typeof value["blob"] === "string") &&
    isOptionalString(value["mimeType"]) &&
    isOptionalObject(value["_meta"])
  );
}

function areOptionalAnnotations(value: unknown): boolean {
  if (value === undefined) return true;
  if (!isObject(value) || !isOptionalString(value["lastModified"]))
    return false;
  const audience = value["audience"];
  if (audience !== undefined && !areRoles(audience)) return false;
  const priority = value["priority"];
  if (priority === undefined) return true;
  return typeof priority === "number" && priority >= 0 && priority <= 1;
}

function areRoles(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  for (let i = 0; i < value.length; i++)
    if (value[i] !== "user" && value[i] !== "assistant") return false;
  return true;
}
