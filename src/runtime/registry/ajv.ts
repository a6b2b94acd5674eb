export { fromAjv } from "../features/schema/from-ajv.ts";
export type {
  AjvCheck,
  AjvError,
  AjvLike,
} from "../features/schema/from-ajv.ts";
