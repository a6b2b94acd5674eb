export { fromAjv } from "../features/schema/ajv/from-ajv.ts";
export type {
  AjvCheck,
  AjvError,
  AjvLike,
} from "../features/schema/ajv/like.ts";
