/** What a state of an early schema is about, and its text. */
export type EarlySchema = readonly [about: string, text: string];

/** An envelope as one would write it in a first draft. */
export const envelope = `export interface JSONRPCRequest { jsonrpc: "2.0"; id: string | number; method: string; params?: any }
export interface JSONRPCNotification { jsonrpc: "2.0"; method: string; params?: any }`;

/** Another one, without what travels around it. */
export const open = `export interface Request { method: string; params?: { _meta?: { progressToken?: string | number }; [key: string]: unknown } }
export interface Notification { method: string; params?: { [key: string]: unknown } }
export interface Result { [key: string]: unknown }`;
