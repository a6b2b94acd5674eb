import type { ApiPage } from "./api-page.ts";
import { authPages } from "./auth.ts";
import { basePages } from "./base.ts";
import { clusterPages } from "./cluster.ts";
import { corePages } from "./core.ts";
import { extensionPages } from "./extensions.ts";
import { generatorPages } from "./generator.ts";
import { redisPages } from "./redis.ts";
import { transportPages } from "./transports.ts";

export type { ApiPage } from "./api-page.ts";

/** The pages in the order in which the index shows them. */
export const apiPages: readonly ApiPage[] = [
  ...corePages,
  ...transportPages,
  ...authPages,
  ...extensionPages,
  ...redisPages,
  ...clusterPages,
  ...basePages,
  ...generatorPages,
];

/** What belongs to the revisions, and has no page of its own here. */
export const ofRevisions: readonly string[] = ["types"];

/** What a value of a type is called in headings of its methods. */
export const instances: Readonly<Record<string, string>> = {
  Client: "client",
  Server: "server",
  ServerContext: "context",
  Validator: "validator",
};
