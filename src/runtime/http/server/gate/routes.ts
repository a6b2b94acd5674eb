import { pathOf } from "./target.ts";
import type { ResolvedOptions } from "../resolve-options.ts";

/** What a path is for. */
export type Route = "mcp" | "health" | "sse" | "messages";

export type FindRoute = (target: string) => Route | undefined;

/**
 * Finds what the path of a target is for; where no path is given, any is the
 * server's. Throws a TypeError for a path with two meanings.
 */
export function createRoutes({
  path,
  healthPath,
  sse,
}: Pick<ResolvedOptions, "path" | "healthPath" | "sse">): FindRoute {
  const routes = new Map<string, Route>();
  const add = (route: Route, at: string | undefined): void => {
    if (at === undefined) return;
    const known = routes.get(at);
    if (known)
      throw new TypeError(`the path ${at} is for ${known} and ${route}`);
    routes.set(at, route);
  };
  add("mcp", path);
  add("health", healthPath);
  add("health", healthPath && `${healthPath}/live`);
  add("sse", sse && (sse.path ?? "/sse"));
  add("messages", sse && (sse.messagesPath ?? "/messages"));
  const other = path === undefined ? "mcp" : undefined;
  if (routes.size === 0) return () => other;
  return (target) => routes.get(pathOf(target)) ?? other;
}
