import { encodeBase64 } from "./base64.ts";

/** What every block of content may say of itself. */
export interface ContentOptions {
  /** For whom it is, and how much it matters. */
  annotations?: {
    /** `user` is for people, `assistant` for the model; both by default. */
    audience?: ("user" | "assistant")[];
    /** From 0 to 1, the most important. */
    priority?: number;
    /** In ISO 8601. */
    lastModified?: string;
  };
  /** Anything else, for clients that know it. */
  _meta?: { [key: string]: unknown };
}

/** Text, for the model to read. */
export interface TextBlock extends ContentOptions {
  /** Tells it from other content. */
  type: "text";
  /** The text itself. */
  text: string;
}

/** An image or a sound, in base64. */
export interface MediaBlock<Type extends string> extends ContentOptions {
  /** Tells it from other content. */
  type: Type;
  /** The bytes, in base64. */
  data: string;
  /** Which format it has, such as `image/png`. */
  mimeType: string;
}

/** A resource with its contents. */
export interface EmbeddedBlock extends ContentOptions {
  /** Tells it from other content. */
  type: "resource";
  /** The resource: its address, its format, and what it holds. */
  resource:
    | {
        /** The address of a text. */
        uri: string;
        /** Its format. */
        mimeType?: string;
        /** What it holds. */
        text: string;
      }
    | {
        /** The address of bytes. */
        uri: string;
        /** Its format. */
        mimeType?: string;
        /** What it holds, in base64. */
        blob: string;
      };
}

/** A resource by its address alone. */
export type LinkBlock<Link> = Link & {
  /** Tells it from other content. */
  type: "resource_link";
};

/** Bytes, or what is base64 already. */
export type Binary = Uint8Array | string;

/** A block of text. */
export function text(value: string, options?: ContentOptions): TextBlock {
  return { type: "text", text: value, ...options };
}

/** A block with an image, of bytes or base64. */
export function image(
  data: Binary,
  mimeType: string,
  options?: ContentOptions,
): MediaBlock<"image"> {
  return { type: "image", data: toBase64(data), mimeType, ...options };
}

/** A block with sound, of bytes or base64. */
export function audio(
  data: Binary,
  mimeType: string,
  options?: ContentOptions,
): MediaBlock<"audio"> {
  return { type: "audio", data: toBase64(data), mimeType, ...options };
}

/** The contents of a resource, put into a message as they are. */
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

/** A resource that the client may read. */
export function link<Link extends { uri: string; name: string }>(
  resource: Link,
): LinkBlock<Link> {
  return { ...resource, type: "resource_link" };
}

function toBase64(data: Binary): string {
  return typeof data === "string" ? data : encodeBase64(data);
}

/** A message of a prompt: text stands for a block of it. */
export interface MessageOf<Role extends string, Content> {
  /** Who says it. */
  role: Role;
  /** What is said. */
  content: Content extends string ? TextBlock : Content;
}

/** What the user says: text, or a block of content. */
export function user<Content extends string | object>(
  content: Content,
): MessageOf<"user", Content> {
  return { role: "user", content: toBlock(content) };
}

/** What the assistant says: text, or a block of content. */
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
