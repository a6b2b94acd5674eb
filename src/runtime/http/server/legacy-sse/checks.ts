import type { HttpRequest } from "../../shared/request-response.ts";
import type { Posted } from "../posted.ts";
import { sendRefusal } from "../refusals.ts";
import type { Visit } from "../visit.ts";
import type { SseLink } from "./link.ts";

/** The stream that a message is for; undefined when the request was refused. */
export function requireLink(
  links: ReadonlyMap<string, SseLink>,
  visit: Visit,
  posted: Posted,
): SseLink | undefined {
  const link = findLink(links, visit);
  if (!link && idIn(visit) === null)
    sendRefusal(visit, 400, "sessionId is missing", posted);
  // Whose it is not does not learn that it is there.
  else if (link?.viewer.principal !== visit.viewer.principal || !link)
    sendRefusal(visit, 404, "There is no such session", posted);
  else return link;
  return undefined;
}

export function findLink(
  links: ReadonlyMap<string, SseLink>,
  visit: HttpRequest,
): SseLink | undefined {
  return links.get(idIn(visit) ?? "");
}

function idIn({ target }: HttpRequest): string | null {
  const query = target.indexOf("?");
  if (query === -1) return null;
  return new URLSearchParams(target.slice(query)).get("sessionId");
}
