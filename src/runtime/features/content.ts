import { encodeBase64 } from "./base64.ts";

/** Optional fields of every content block. */
export interface ContentOptions {
  /** Audience and importance of the block. */
  annotations?: {
    /** Readers: `user` for people, `assistant` for the model. Default: both. */
    audience?: ("user" | "assistant")[];
    /** Importance from 0 to 1; 1 is the most important. */
    priority?: number;
    /** Time of the last change, in ISO 8601. */
    lastModified?: string;
  };
  /** Metadata for clients that know it. */
  _meta?: { [key: string]: unknown };
}

/** Text for the model. */
export interface TextBlock extends ContentOptions {
  /** Type of the block. */
  type: "text";
  /** Text. */
  text: string;
}

/** Image or audio in base64. */
export interface MediaBlock<Type extends string> extends ContentOptions {
  /** Type of the block. */
  type: Type;
  /** Data in base64. */
  data: string;
  /** MIME type, e.g. `image/png`. */
  mimeType: string;
}

/** Resource with its contents. */
export interface EmbeddedBlock extends ContentOptions {
  /** Type of the block. */
  type: "resource";
  /** Resource with its URI, MIME type and contents. */
  resource:
    | {
        /** URI of the text. */
        uri: string;
        /** MIME type. */
        mimeType?: string;
        /** Text. */
        text: string;
      }
    | {
        /** URI of the data. */
        uri: string;
        /** MIME type. */
        mimeType?: string;
        /** Data in base64. */
        blob: string;
      };
}

/** Link to a resource. */
export type LinkBlock<Link> = Link & {
  /** Type of the block. */
  type: "resource_link";
};

/** Bytes, or a base64 string. */
export type Binary = Uint8Array | string;

/** Creates a text block. */
export function text(value: string, options?: ContentOptions): TextBlock {
  return { type: "text", text: value, ...options };
}

/** Creates an image block from bytes or base64. */
export function image(
  data: Binary,
  mimeType: string,
  options?: ContentOptions,
): MediaBlock<"image"> {
  return { type: "image", data: toBase64(data), mimeType, ...options };
}

/** Creates an audio block from bytes or base64. */
export function audio(
  data: Binary,
  mimeType: string,
  options?: ContentOptions,
): MediaBlock<"audio"> {
  return { type: "audio", data: toBase64(data), mimeType, ...options };
}

/** Creates a block with the contents of a resource. */
export function embedded(
  uri: string,
  contents: Binary,
  mimeType?: string,
  options?: ContentOptions,
): EmbeddedBlock {
  const head = { uri, ...(mimeType !== undefined && { mimeType }) };
  const resource =
    typeof contents === "string"
      ? { ...head, text: contents }
      : { ...head, blob: encodeBase64(contents) };
  return { type: "resource", resource, ...options };
}

/** Creates a link to a resource that the client may read. */
export function link<Link extends { uri: string; name: string }>(
  resource: Link,
): LinkBlock<Link> {
  return { ...resource, type: "resource_link" };
}

function toBase64(data: Binary): string {
  return typeof data === "string" ? data : encodeBase64(data);
}

/** Message of a prompt. A string becomes a text block. */
export interface MessageOf<Role extends string, Content> {
  /** Speaker of the message. */
  role: Role;
  /** Content of the message. */
  content: Content extends string ? TextBlock : Content;
}

/** Creates a message of the user, from a string or a content block. */
export function user<Content extends string | object>(
  content: Content,
): MessageOf<"user", Content> {
  return { role: "user", content: toBlock(content) };
}

/** Creates a message of the assistant, from a string or a content block. */
export function assistant<Content extends string | object>(
  content: Content,
): MessageOf<"assistant", Content> {
  return { role: "assistant", content: toBlock(content) };
}

function toBlock<Content>(
  content: Content,
): Content extends string ? TextBlock : Content;
function toBlock(content: unknown): unknown {
  return typeof content === "string" ? text(content) : content;
}
