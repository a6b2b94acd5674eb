export interface PingRequest {
  method: "ping";
}

export interface PingResult {}
