import { isJsonObject } from "../../../base/json-object.ts";

/** Bytes that an answer holds, such as an image. */
export interface Binary {
  readonly mimeType: string;
  /** In base64. */
  readonly data: string;
}

/** A block of content, as a person reads it. */
export function blockText(block: unknown): string {
  if (!isJsonObject(block)) return JSON.stringify(block) ?? "";
  const { type, text, uri, name, description, resource } = block;
  switch (type) {
    case "text":
      return String(text);
    case "image":
    case "audio":
      return binaryText(block);
    case "resource_link": {
      const about = typeof description === "string" ? `  ${description}` : "";
      return `[${String(name)}: ${String(uri)}]${about}`;
    }
    case "resource":
      return isJsonObject(resource) ? resourceText(resource) : "";
    default:
      return JSON.stringify(block, null, 2);
  }
}

/** What a resource holds, or that it is no text. */
export function resourceText(
  contents: Readonly<Record<string, unknown>>,
): string {
  const { uri, text } = contents;
  if (typeof text === "string") return text;
  return `${binaryText(contents)} ${String(uri)}`;
}

/** `[image/png, 1,234 bytes]` */
function binaryText(block: Readonly<Record<string, unknown>>): string {
  const found = binaryOf(block);
  if (found === undefined) return "[no content]";
  const { mimeType, data } = found;
  const size = Buffer.byteLength(data, "base64").toLocaleString("en-US");
  return `[${mimeType}, ${size} bytes]`;
}

/** The bytes in a block of content, or in what a resource holds. */
export function binaryOf(block: unknown): Binary | undefined {
  if (!isJsonObject(block)) return undefined;
  const { data, blob, mimeType, resource } = block;
  if (resource !== undefined) return binaryOf(resource);
  const bytes = [data, blob].find((one) => typeof one === "string");
  if (typeof bytes !== "string") return undefined;
  const type =
    typeof mimeType === "string" ? mimeType : "application/octet-stream";
  return { mimeType: type, data: bytes };
}
