export const LATEST_PROTOCOL_VERSION = "2026-01-26";

/** As the core has it, but for a field. */
export interface Icon {
  /** @format uri */
  src: string;
  mimeType?: string;
  sizes?: string[];
  theme?: "light" | "dark" | "sepia";
}

/** As the core has it. */
export type Role = "user" | "assistant";

export interface WidgetChangedNotification {
  method: "widgets/changed";
  params: { icon: Icon; role: Role };
}
