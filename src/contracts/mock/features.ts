import type {
  Description,
  Listed,
  SnapshotPrompt,
  SnapshotResource,
  SnapshotResourceTemplate,
} from "../snapshot/index.ts";
import {
  definePrompt,
  defineResource,
  defineResourceTemplate,
  type Feature,
} from "../../runtime/index.ts";
import { madeUpContents } from "./contents.ts";
import { listedAs } from "./listed.ts";
import { seedOf } from "./seed.ts";
import type { MockSettings } from "./settings.ts";
import { toolFeature } from "./tool.ts";

/** All that is described, with answers that are made up. */
export function mockFeatures(
  { tools, prompts, resources, resourceTemplates }: Description,
  settings: MockSettings,
): Feature[] {
  return [
    ...tools.map((tool) => toolFeature(tool, settings)),
    ...prompts.map(promptFeature),
    ...resources.map((resource) => resourceFeature(resource, settings)),
    ...resourceTemplates.map((template) => templateFeature(template, settings)),
  ];
}

function promptFeature(prompt: SnapshotPrompt): Feature {
  const given = (prompt.arguments ?? []).map(
    ({ name, required }) => [name, { required: required === true }] as const,
  );
  const feature = definePrompt(
    prompt.name,
    { arguments: Object.fromEntries(given) },
    (values: { readonly [name: string]: string }) => {
      const told = Object.entries(values)
        .map(([name, value]) => ` ${name} = ${JSON.stringify(value)}`)
        .join(",");
      return `This is a mock of the prompt ${prompt.name}${told && `, with${told}`}.`;
    },
  );
  return listedAs(feature, prompt.name, prompt);
}

function resourceFeature(
  resource: SnapshotResource,
  { seed, note }: MockSettings,
): Feature {
  const { uri } = resource;
  const contents = (): string | Uint8Array =>
    madeUpContents(uri, resource["mimeType"], seedOf(seed, uri, null));
  return listedAs(
    readable(
      note,
      () => defineResource(uri, formOf(resource), contents),
      () => defineResource("unread:", {}, () => undefined),
    ),
    uri,
    resource,
  );
}

function templateFeature(
  template: SnapshotResourceTemplate,
  { seed, note }: MockSettings,
): Feature {
  const { uriTemplate } = template;
  const contents = (
    _variables: unknown,
    _context: unknown,
    uri: string,
  ): string | Uint8Array =>
    madeUpContents(uri, template["mimeType"], seedOf(seed, uri, null));
  return listedAs(
    readable(
      note,
      () => defineResourceTemplate(uriTemplate, formOf(template), contents),
      () => defineResourceTemplate("unread:{+rest}", {}, () => undefined),
    ),
    uriTemplate,
    template,
  );
}

function formOf({ mimeType }: Listed): { mimeType?: unknown } {
  return typeof mimeType === "string" ? { mimeType } : {};
}

/** Listed all the same where it cannot be read: what is listed is as described. */
function readable(
  note: (text: string) => void,
  define: () => Feature,
  unread: () => Feature,
): Feature {
  try {
    return define();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    note(`listed, and cannot be read: ${error.message}`);
    return unread();
  }
}
