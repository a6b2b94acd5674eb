import { createResourceMatcher } from "../../runtime/features/uri/match.ts";
import { normalizeTemplate } from "../../runtime/features/uri/template.ts";
import { normalizeUri } from "../../runtime/protocol/uri.ts";
import type { Snapshot } from "./snapshot.ts";

/** Resources, and the templates that may describe them. */
type Resources = Pick<Snapshot, "resources" | "resourceTemplates">;

/**
 * Returns a listing without the resources that one of its templates describes. They come and
 * go while a server runs, and are read by way of the template.
 */
export function withoutInstances<Listing extends Resources>(
  listing: Listing,
  templates: Resources["resourceTemplates"] = listing.resourceTemplates,
): Listing {
  const matchers = templates.map(({ uriTemplate }) => matcherOf(uriTemplate));
  const resources = listing.resources.filter(
    ({ uri }) => !matchers.some((matches) => matches(uri)),
  );
  return { ...listing, resources };
}

/**
 * Returns a listing without the resources that a server reads by way of one of its templates:
 * a template that a URI may fit in two ways reads none.
 */
export function withoutServedInstances<Listing extends Resources>(
  listing: Listing,
): Listing {
  const served = listing.resourceTemplates.filter(
    ({ uriTemplate }) => exactMatcher(uriTemplate) !== undefined,
  );
  return withoutInstances(listing, served);
}

function matcherOf(template: string): (uri: string) => boolean {
  return exactMatcher(template) ?? ((uri) => hasTexts(uri, template));
}

function exactMatcher(
  template: string,
): ((uri: string) => boolean) | undefined {
  try {
    const { match } = createResourceMatcher(template);
    return (uri) => match(uri) !== undefined;
  } catch (error) {
    // It is no template, is read in two ways, or is not well-formed Unicode.
    if (error instanceof TypeError || error instanceof URIError)
      return undefined;
    throw error;
  }
}

/**
 * True if a URI has the fixed texts of a template in their order. For templates that a URI
 * may fit in two ways; one that does not begin with a scheme fits none.
 */
function hasTexts(spelling: string, template: string): boolean {
  const uri = normalizeUri(spelling);
  const texts = (normalizeTemplate(template) ?? template).split(/\{[^{}]*\}/);
  const [first = "", ...others] = texts;
  const last = others.pop();
  if (last === undefined || !first.includes(":") || !uri.startsWith(first))
    return false;
  let at = first.length;
  for (const text of others) {
    const found = uri.indexOf(text, at);
    if (found < 0) return false;
    at = found + text.length;
  }
  return uri.length - last.length >= at && uri.endsWith(last);
}
