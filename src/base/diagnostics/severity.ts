/** How bad a finding is: only an error keeps a schema from being used. */
export type Severity = "error" | "warning" | "note";
