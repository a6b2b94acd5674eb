import { createDiagnostic } from "../../../base/diagnostics/create.ts";
import type { Diagnostic } from "../../../base/diagnostics/diagnostic.ts";
import { UsageError } from "../../../base/diagnostics/error.ts";
import { withExcerpt } from "../../../base/diagnostics/excerpt.ts";
import type {
  AbsentExtension,
  ExtendedProtocol,
} from "../../../schema/extend/part.ts";
import type { ExtensionModel, Protocol } from "../../../schema/model/index.ts";
import { forgetful, type Memory } from "../memory.ts";
import type { ExtensionInput, ParseOptions } from "../options.ts";
import { assertNoErrors, judge } from "../parse.ts";
import { hasKnownFacts, readExtension } from "./parse.ts";

/** Revisions with the extensions that are for them. */
export interface ExtendedSet {
  /** A revision each, in the order of the protocols. */
  readonly extended: readonly ExtendedProtocol[];
  /** The extensions, in the order in which they were named. */
  readonly models: readonly ExtensionModel[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What it is that an extension is for none of the revisions: a reader goes on without it. */
export type Nowhere = "error" | "note";

/**
 * Reads extensions, and adds each to the protocols that it is for. Throws an `InputError` where
 * it is for none of them, unless that is a note, or collides with them or with another; and a
 * `UsageError` for two of one name.
 */
export async function extendProtocols(
  protocols: readonly Protocol[],
  inputs: readonly ExtensionInput[],
  options: ParseOptions,
  nowhere: Nowhere = "error",
  memory: Memory = forgetful,
): Promise<ExtendedSet> {
  if (inputs.length === 0)
    return { extended: protocols.map(alone), models: [], diagnostics: [] };
  const read = await Promise.all(
    inputs.map((input) => readExtension(input, protocols, options, memory)),
  );
  const found = read.flatMap(({ diagnostics }) => diagnostics);
  assertNoErrors(found);
  const models = read.map(({ model }) => model);
  await assertNames(models);
  const [room, { extendRevision }] = await Promise.all([
    import("../../../schema/extend/index.ts"),
    import("../../../compat/extension-copies.ts"),
  ]);
  const extended = protocols.map((protocol) =>
    memory.recall(`extended ${protocol.revision}`, [protocol, ...models], () =>
      extendRevision(protocol, models),
    ),
  );
  const files = read.flatMap((one) => one.files);
  const withKnown = new Set(
    models.flatMap(({ extension }, place) =>
      hasKnownFacts(inputs[place]) ? extension : [],
    ),
  );
  const doubts = [
    ...absenceNotes(extended, models, nowhere),
    ...extended.flatMap(({ diagnostics }) => diagnostics),
    ...room.unknownFacts(extended, withKnown),
  ].map((one) => files.reduce(withExcerpt, one));
  const diagnostics = [...found, ...judge(distinct(doubts), options)];
  assertNoErrors(diagnostics);
  return { extended, models, diagnostics };
}

/** A revision with extensions, and what was found while they were read. */
export interface ExtendResult {
  /** The revision, as if all of it stood in one schema. */
  protocol: Protocol;
  /** What was found; warnings and notes, as errors throw. */
  diagnostics: Diagnostic[];
}

/**
 * Adds extensions to a revision, for `diff` and other readers of protocols. Throws an
 * `InputError` where one is not for the revision, or collides with it or with another; and a
 * `UsageError` for an identifier that is none, or two of one name.
 */
export async function extend(
  protocol: Protocol,
  extensions: readonly ExtensionInput[],
  options: ParseOptions = {},
): Promise<ExtendResult> {
  const { extended, diagnostics } = await extendProtocols(
    [protocol],
    extensions,
    options,
  );
  return {
    protocol: extended[0]?.protocol ?? protocol,
    diagnostics: [...diagnostics],
  };
}

function alone(protocol: Protocol): ExtendedProtocol {
  return { protocol, parts: [], absent: [], diagnostics: [], unknown: [] };
}

/** Two of one name would share a folder, and a member of servers and clients. */
async function assertNames(models: readonly ExtensionModel[]): Promise<void> {
  const { extensionName, memberName } =
    await import("../../../schema/extend/index.ts");
  const seen = new Map<string, string>();
  for (const { extension } of models) {
    const member = memberName(extensionName(extension)).toLowerCase();
    const other = seen.get(member);
    seen.set(member, extension);
    if (other === undefined) continue;
    throw new UsageError(
      "duplicate-extension",
      other === extension
        ? `The extension ${extension} is named twice`
        : `${other} and ${extension} have one name`,
      {
        hint: "the last part of an identifier names a folder and a member: it has to be one of its own",
      },
    );
  }
}

/** Says for which revisions an extension is not, and what it is where it is for none. */
function absenceNotes(
  extended: readonly ExtendedProtocol[],
  models: readonly ExtensionModel[],
  nowhere: Nowhere,
): Diagnostic[] {
  return models.flatMap((model) => {
    const absent = new Map<string, Absence>();
    let count = 0;
    for (const { protocol, absent: found } of extended)
      for (const one of found.filter((each) => each.model === model)) {
        const names = one.missing.map(({ name }) => name).join(", ");
        const earlier = absent.get(names)?.revisions ?? [];
        const revisions = [...earlier, protocol.revision];
        absent.set(names, { ...one, revisions });
        count += 1;
      }
    const all = [...absent.values()];
    if (count < extended.length || nowhere === "note")
      return all.map(absentNote);
    return count === 0 ? [] : [unusable(model, all)];
  });
}

/** Why an extension is not for some revisions. */
interface Absence extends AbsentExtension {
  readonly revisions: readonly string[];
}

function absentNote(absence: Absence): Diagnostic {
  const { model, revisions } = absence;
  return createDiagnostic("extension-absent", {
    message: `${model.extension} is not part of ${revisions.join(", ")}: ${reasonOf(absence)}`,
    ...placeOf(absence),
  });
}

function unusable(
  { extension }: ExtensionModel,
  all: readonly Absence[],
): Diagnostic {
  const reasons = all.map(
    (one) => `${one.revisions.join(", ")}: ${reasonOf(one)}`,
  );
  const imported = all.find(({ missing }) => missing.length > 0);
  return createDiagnostic("extension-unusable", {
    message: `${extension} is part of none of the revisions; ${reasons.join("; ")}`,
    hint: "name a revision that it is for, or correct what it imports",
    ...(imported && placeOf(imported)),
  });
}

function reasonOf({ model, missing }: AbsentExtension): string {
  const names = missing.map(({ name }) => name);
  if (names.length > 0) return `there is no ${names.join(", ")} to import`;
  const { since, until } = model.facts;
  const from = since === undefined ? "" : ` from ${since} on`;
  const to = until === undefined ? "" : ` before ${until}`;
  return `its facts say that it is for revisions${from}${to}`;
}

function placeOf({ missing }: AbsentExtension): Pick<Diagnostic, "position"> {
  const position = missing[0]?.position;
  return position === undefined ? {} : { position };
}

/** What is said of an extension, and not of a revision, is said once. */
function distinct(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Map(
    diagnostics.map((one) => [`${one.code} ${one.message}`, one]),
  );
  return [...seen.values()];
}
