/** Asks what a word means. */
export interface DefineRequest {
  method: "acme/define";
  params: { word: string };
}

export interface DefineResult {
  meaning: string;
}

/** Tells that a word is being looked up. */
export interface LookedUpNotification {
  method: "notifications/acme/looked-up";
  params: { word: string; pages: number };
}
