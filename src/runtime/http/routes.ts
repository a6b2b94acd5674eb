import { pathOf } from "./target.ts";
import type { ResolvedOptions } from "./host.ts";

/** What a path is for. */
export type Route = "mcp" | "health" | "sse" | "messages";

export type FindRoute = (target: string) => Route | undefined;

/** Finds what the path of a target is for; where no path is given, any is the server's. */
export function createRoutes({
  path,
  healthPath,
  sse,
}: Pick<ResolvedOptions, "path" | "healthPath" | "sse">): FindRoute {
  const routes = new Map<string, Route>();
  if (path !== undefined) routes.set(path, "mcp");
  if (healthPath !== undefined) routes.set(healthPath, "health");
  if (sse) {
    routes.set(sse.path ?? "/sse", "sse");
    routes.set(sse.messagesPath ?? "/messages", "messages");
  }
  const other = path === undefined ? "mcp" : undefined;
  if (routes.size === 0) return () => other;
  return (target) => routes.get(pathOf(target)) ?? other;
}
