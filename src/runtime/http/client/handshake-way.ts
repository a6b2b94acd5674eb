import {
  isObject,
  isRequestId,
  type Message,
  type NotificationMessage,
  type RequestId,
  type RequestMessage,
} from "../../protocol/message.ts";

/** A way to speak to a server that shakes hands. */
export interface Way {
  /**
   * Sends a request; resolves when nothing more is to come for it. Rejects when
   * no answer is to come.
   */
  call(message: RequestMessage, body: string): Promise<void>;
  /** Sends what has no answer; rejects when the server did not take it. */
  tell(message: Told, body: string): Promise<void>;
  /** The server knows that the client is ready. Never rejects. */
  begin(): Promise<void>;
  /** Ends what is open. Never rejects. */
  close(): Promise<void>;
}

/** A notification, an answer or a batch of answers. */
export type Told = Exclude<Message, RequestMessage> | readonly Message[];

export function isCall(
  message: Message | readonly Message[],
): message is RequestMessage {
  return "method" in message && "id" in message;
}

export function isNotification(message: Told): message is NotificationMessage {
  return "method" in message;
}

/** The id of the call that a notification takes back. */
export function takenBack(message: Told): RequestId | undefined {
  if (!isNotification(message) || message.method !== "notifications/cancelled")
    return undefined;
  const { params } = message;
  const id = isObject(params) ? params["requestId"] : undefined;
  return isRequestId(id) ? id : undefined;
}
