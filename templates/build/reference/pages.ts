import { figuresPages } from "./figures/page.ts";
import { apiReference } from "./api/pages.ts";
import { indexPage } from "./index-page.ts";
import { commandsPages } from "./commands/page.ts";
import { diagnosticsPages } from "./diagnostics/page.ts";
import { optionsPage } from "./options/page.ts";
import { errorsPages } from "./errors/page.ts";
import { emittedFilesPages } from "./emitted-files.ts";
import { protocolJsonPages } from "./protocol-json.ts";
import { requirementsPages } from "./requirements/page.ts";
import type { ReferencePages } from "./page.ts";

/** Pages that take no more than a second: a test of the short suite makes them anew. */
export const quickPages: readonly ReferencePages[] = [
  indexPage,
  commandsPages,
  emittedFilesPages,
  figuresPages,
  protocolJsonPages,
  requirementsPages,
];

/** Pages that take longer: a long test makes them anew. */
export const slowPages: readonly ReferencePages[] = [
  apiReference,
  optionsPage,
  diagnosticsPages,
  errorsPages,
];
