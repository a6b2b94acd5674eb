import type { ExtensionFlags } from "../extension-flags.ts";

/** How a report is written, the first by default. */
export const reportFormats = ["markdown", "json"] as const;

/** The options of `report`, as commander reads them. */
export interface ReportFlags extends ExtensionFlags {
  schema: string[];
  facts?: string;
  format: (typeof reportFormats)[number];
}
