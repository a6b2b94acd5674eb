export type { AuthStore } from "./client/store.ts";
export type { Login, LoginAttempt } from "./client/login.ts";
export type { AuthTransport, HttpAuth } from "../http/client/auth.ts";
