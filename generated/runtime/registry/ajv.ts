// The runtime of mcp-gen 0.1.0.

export {
  fromAjv,
  type AjvCheck,
  type AjvError,
  type AjvLike,
} from "../features/schema/ajv.js";
