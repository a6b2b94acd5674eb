export {
  checkServer,
  generateServer,
  type ServerCheck,
  type ServerGeneration,
  type ServerReport,
} from "./generate.ts";
