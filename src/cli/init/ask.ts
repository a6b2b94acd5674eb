import type { Prompter } from "../terminal/index.ts";
import {
  hasServer,
  roles,
  schemaLibraries,
  transports,
  type InitAnswers,
  type InitTransport,
  type Role,
  type SchemaLibrary,
} from "./answers.ts";
import { nameProblem } from "./name.ts";
import { libraryOf, nameOf, type Project } from "./project/project.ts";

/** What was said on the command line already. */
export type GivenAnswers = Partial<InitAnswers>;

/** What `init` does where nobody is asked. */
export function defaultAnswers(
  project: Project,
  given: GivenAnswers,
): InitAnswers {
  return {
    name: nameOf(project),
    role: "server",
    transports: ["stdio"],
    revisions: [],
    library: libraryOf(project),
    ...given,
  };
}

/** Asks for what was not given. `revisions` are those that can be chosen, oldest first. */
export async function askAnswers(
  prompter: Prompter,
  project: Project,
  given: GivenAnswers,
  revisions: readonly string[],
): Promise<InitAnswers> {
  const preset = defaultAnswers(project, given);
  const name = given.name ?? (await askName(prompter, project, preset.name));
  const role =
    given.role ??
    (await prompter.select({
      message: "What shall it be?",
      choices: roles.map((value) => ({
        value,
        name: value,
        label: roleLabels[value],
      })),
      default: preset.role,
    }));
  const chosenTransports =
    given.transports ??
    (await prompter.selectMany({
      message: "Which transports?",
      choices: transports.map((value) => ({
        value,
        name: value,
        label: transportLabels[value],
      })),
      default: preset.transports,
      min: 1,
    }));
  const chosenRevisions =
    given.revisions ?? (await askRevisions(prompter, revisions));
  const library =
    given.library ??
    (hasServer({ role })
      ? await askLibrary(prompter, preset.library)
      : preset.library);
  return {
    name,
    role,
    transports: chosenTransports,
    revisions: chosenRevisions,
    library,
  };
}

const roleLabels: Readonly<Record<Role, string>> = {
  server: "offers tools",
  client: "uses the tools of servers",
  both: "a server, and a client that calls it",
};

const transportLabels: Readonly<Record<InitTransport, string>> = {
  stdio: "the client starts the server, as a program",
  http: "the server listens at an address",
};

const libraryLabels: Readonly<Record<SchemaLibrary, string>> = {
  zod: "z.object({ name: z.string() })",
  valibot: "v.object({ name: v.string() })",
  arktype: 'type({ name: "string" })',
  ajv: "plain JSON Schema, which ajv checks",
};

/** A project has a name already. */
async function askName(
  prompter: Prompter,
  { manifest }: Project,
  preset: string,
): Promise<string> {
  if (manifest?.value["name"] !== undefined) return preset;
  return prompter.text({
    message: "Name",
    default: preset,
    check: nameProblem,
  });
}

async function askRevisions(
  prompter: Prompter,
  revisions: readonly string[],
): Promise<string[]> {
  const chosen = await prompter.selectMany({
    message: "Which revisions of the protocol? Clients and servers differ.",
    choices: [...revisions].reverse().map((id) => ({
      value: id,
      name: id,
      label: id,
    })),
    default: revisions,
    min: 1,
  });
  return chosen.length === revisions.length ? [] : chosen;
}

async function askLibrary(
  prompter: Prompter,
  preset: SchemaLibrary,
): Promise<SchemaLibrary> {
  return prompter.select({
    message: "What describes the arguments of tools?",
    choices: schemaLibraries.map((value) => ({
      value,
      name: value,
      label: libraryLabels[value],
    })),
    default: preset,
  });
}
