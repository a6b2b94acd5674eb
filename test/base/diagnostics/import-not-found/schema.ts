import { Missing } from "./missing.ts";

export interface Uses {
  missing: Missing;
}
