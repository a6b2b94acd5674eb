import type { ResultEntry } from "./dispatch.ts";

// What the dispatch module of a revision declares beside the fixed code: one method
// stands for all.

export interface Requests {
  ping: { params?: object; result: object };
}

export interface Notifications {
  cancelled: { params?: object };
}

export declare const requests: {
  readonly ping: { readonly results: readonly ResultEntry<object>[] };
};

export declare const notifications: Readonly<
  Record<keyof Notifications, object>
>;
