import type { Issue } from "../issue.ts";
import { hasScheme, isWebAddress } from "../uri.ts";

/** Form of a value that the schema does not state. */
type Rule = readonly [
  expected: string,
  passes: (value: unknown) => boolean,
  /** Feature of the revisions that require it, if not all do. */
  fact?: string,
];

/** Rules by field. Lists are searched; the type of a block selects its rules. */
interface Places {
  readonly [key: string]: Places | Rule;
}

/** All that one answer may suggest. */
const maxValues = 100;

const uri: Rule = [
  "a URI",
  (value) => hasScheme(String(value)) && !/^\w*script:/i.test(String(value)),
];
/** With padding, and without line breaks: RFC 4648, section 4. */
const data: Rule = [
  "base64",
  (value) =>
    typeof value === "string" &&
    value.length % 4 === 0 &&
    /^[A-Za-z\d+/]*={0,2}$/.test(value),
];
/** A type and a subtype, and parameters: RFC 9110, section 8.3.1. */
const mimeSyntax =
  /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+(?:[ \t]*;[ \t]*[\w!#$%&'*+.^`|~-]+=(?:[\w!#$%&'*+.^`|~-]+|"(?:[^"\\]|\\.)*"))*$/;
const mimeType: Rule = [
  "a MIME type such as text/plain",
  (value) => mimeSyntax.test(String(value)),
];
const icons: Places = {
  mimeType,
  src: [
    "an http, https or data URL",
    (value) => /^data:/i.test(String(value)) || isWebAddress(String(value)),
    "icon-sources",
  ],
};
const blocks: Places = {
  image: { data, mimeType },
  audio: { data, mimeType },
  resource: { resource: { uri, mimeType, blob: data } },
  resource_link: { uri, mimeType, icons },
};
const places: Places = {
  tools: { icons },
  prompts: { icons },
  resourceTemplates: { mimeType, icons },
  resources: { uri, mimeType, icons },
  contents: { uri, mimeType, blob: data },
  messages: { content: blocks },
  content: blocks,
  completion: {
    values: [
      "at most 100 values",
      (value) => Array.isArray(value) && value.length <= maxValues,
    ],
  },
};

/**
 * What is wrong with something that is about to be sent, although its guard has
 * passed: base64 or MIME types that are none, addresses that could run something,
 * more values than the page allows.
 */
export function soundIssue(
  value: unknown,
  facts: readonly string[],
  place: Places | Rule = places,
): Issue | undefined {
  if (isRule(place)) {
    const [expected, passes, fact] = place;
    if ((fact && !facts.includes(fact)) || passes(value)) return undefined;
    return { path: [], message: `expected ${expected}` };
  }
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const issue = soundIssue(value[i], facts, place);
      if (issue) return { ...issue, path: [i, ...issue.path] };
    }
    return undefined;
  }
  // Any object has these, perhaps undefined.
  const fields = value as { readonly [key: string]: unknown };
  const inside = place === blocks ? blocks[String(fields["type"])] : place;
  for (const key in inside) {
    const inner = fields[key];
    const issue =
      inner !== undefined && soundIssue(inner, facts, (inside as Places)[key]);
    if (issue) return { ...issue, path: [key, ...issue.path] };
  }
  return undefined;
}

function isRule(place: Places | Rule): place is Rule {
  return Array.isArray(place);
}
