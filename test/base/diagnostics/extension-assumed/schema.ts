export interface GetWidgetRequest {
  method: "widgets/get";
  params: { id: string };
}

export interface WidgetPing {
  method: "widgets/ping";
}

export interface WidgetPingResult {
  pong: true;
}
