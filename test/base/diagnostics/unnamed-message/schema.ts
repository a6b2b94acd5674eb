export interface Notification {
  method: string;
}

export type ClientRequest =
  | { method: "ask"; params: { text: string } }
  | { method: "tell" };

export type ServerNotification = Notification & { method: "tick" };

export type ServerRequest = { id: string };
