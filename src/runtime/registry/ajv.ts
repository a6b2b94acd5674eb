export {
  fromAjv,
  type AjvCheck,
  type AjvError,
  type AjvLike,
} from "../features/schema/ajv.ts";
