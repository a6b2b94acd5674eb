import type {
  DerivationReport,
  DerivedLayer,
  Disagreement,
  FactGroup,
  HandWrittenLayer,
} from "../../derivation/report.ts";
import { escapeControls } from "../../diagnostics/escape.ts";
import { codeText, plainText, unfolding } from "../changes/markdown-text.ts";

/** A report for people who keep a specification. */
export function reportAsMarkdown(report: DerivationReport): string {
  const { revision, generator, sha256, neighbour, extensions, facts } = report;
  const origin = sha256 === undefined ? "" : `, SHA-256 ${codeText(sha256)}`;
  const added =
    extensions.length === 0
      ? ""
      : ` Extensions: ${extensions.map(codeText).join(", ")}.`;
  return [
    `# Where an SDK for ${plainText(revision)} comes from\n`,
    `Schema: ${codeText(revision)}${origin}.${added} Generator and runtime: mcp-gen ${plainText(generator)}.\n`,
    ...(neighbour === undefined
      ? []
      : [`Values cross between it and ${codeText(neighbour)}.\n`]),
    "Lines are lines of code, without comments and blank lines. Those by hand were counted when mcp-gen was built.\n",
    totalsTable(report),
    "## Derived layers\n",
    "**By facts** is how many of the lines would read otherwise, or be missing, without the facts below; **By names**, how many if the types that the generator knows by name had other names. **Emitter** is the code that prints the layer: people wrote it once for all revisions.\n",
    derivedTable(report.derived),
    ...handWrittenSection(report),
    ...methodsSection(report),
    "## What the schema cannot say\n",
    "Each fact was taken away once: this revision is another without it. **Layers** are those whose code changes without facts of the kind.\n",
    kindsTable(report),
    ...facts.flatMap(factSection),
    ...disagreementSection(report.disagreements),
    ...doubtSection(report),
  ].join("\n");
}

type Cells = readonly (string | number)[];

function table(head: Cells, rows: readonly Cells[]): string {
  const line = (cells: Cells): string => `| ${cells.join(" | ")} |\n`;
  const dashes = head.map(() => "---");
  return [head, dashes, ...rows].map(line).join("");
}

function totalsTable({
  totals,
  derived,
  handWritten,
}: DerivationReport): string {
  const named = (layers: readonly { name: string }[]): string =>
    layers.length === 0 ? "none" : layers.map(({ name }) => name).join(", ");
  const of = (origin: DerivedLayer["origin"]): DerivedLayer[] =>
    derived.filter((layer) => layer.origin === origin);
  const [needed, others] = [true, false].map((isNeeded) =>
    handWritten.filter((layer) => layer.isNeeded === isNeeded),
  );
  return table(
    ["Origin", "Layers", "Lines"],
    [
      ["Derived from the schema alone", named(of("derived")), totals.derived],
      [
        "Derived, with facts",
        named(of("derived-with-facts")),
        `${totals.derivedWithFacts}, of which facts decide ${totals.linesByFacts}, and names ${totals.linesByNames}`,
      ],
      ["Hand-written", named(needed ?? []), totals.handWritten],
      [
        "Hand-written, for other revisions",
        named(others ?? []),
        totals.handWrittenForOthers,
      ],
      ["Hand-written once: the generator", "", totals.generator],
    ],
  );
}

function derivedTable(layers: readonly DerivedLayer[]): string {
  return table(
    [
      "Layer",
      "What it is",
      "Lines",
      "By facts",
      "By names",
      "Kinds of facts",
      "Emitter",
    ],
    layers.map(
      ({ name, what, lines, linesByFacts, linesByNames, facts, emitter }) => [
        name,
        what,
        lines.code,
        linesByFacts,
        linesByNames,
        facts.join(", "),
        emitter.code,
      ],
    ),
  );
}

function handWrittenSection({
  handWritten,
  generatorParts,
}: DerivationReport): string[] {
  const row = (layer: HandWrittenLayer): Cells => [
    layer.name,
    layer.what,
    layer.files,
    layer.lines.code,
    layer.methods.map(codeText).join(", "),
  ];
  const head = ["Layer", "What it is", "Files", "Lines", "Methods it knows"];
  const others = handWritten.filter(({ isNeeded }) => !isNeeded);
  return [
    "## Hand-written layers\n",
    table(head, handWritten.filter(({ isNeeded }) => isNeeded).map(row)),
    ...(others.length === 0
      ? []
      : [
          "Not needed for this revision:\n",
          table(
            ["Layer", "What it is", "Lines", "Needed for"],
            others.map(({ name, what, lines, neededFor = "" }) => [
              name,
              what,
              lines.code,
              neededFor,
            ]),
          ),
        ]),
    "What the emitters of all layers share in the generator:\n",
    table(
      ["Part", "What it is", "Lines"],
      generatorParts.map(({ name, what, lines }) => [name, what, lines.code]),
    ),
  ];
}

function methodsSection({ methods }: DerivationReport): string[] {
  const unknown = methods.filter(({ knownBy }) => knownBy.length === 0);
  return [
    "## Methods that no hand-written code knows\n",
    unknown.length === 0
      ? `None: hand-written code knows all ${methods.length}.\n`
      : `${unknown.length} of ${methods.length}. All that there is of them is derived: types, guards, tables, handlers and calls.\n`,
    ...(unknown.length === 0
      ? []
      : [
          unknown
            .map(({ method, kind }) => `- ${codeText(method)}, a ${kind}\n`)
            .join(""),
        ]),
    ...unfolding(
      "Who knows the others",
      table(
        ["Method", "Known by"],
        methods
          .filter(({ knownBy }) => knownBy.length > 0)
          .map(({ method, knownBy }) => [codeText(method), knownBy.join(", ")]),
      ),
    ),
  ];
}

function kindsTable({ facts, derived }: DerivationReport): string {
  const rows = facts.filter((group) => group.facts.length > 0);
  return table(
    ["Kind", "Facts", "What the schema cannot say", "Layers"],
    rows.map(({ kind, cannotSay, facts: { length } }) => [
      kind,
      length,
      cannotSay,
      derived
        .filter((layer) => layer.facts.includes(kind))
        .map(({ name }) => name)
        .join(", "),
    ]),
  );
}

/** More than these are unfolded by who wants them. */
const openFacts = 40;

function factSection({
  kind,
  cannotSay,
  couldSay,
  facts,
}: FactGroup): string[] {
  if (facts.length === 0) return [];
  const rows = table(
    ["Of", "What had to be told", "Why", "Page"],
    facts.map(({ about, says, reason, page, address, isAdded }) => [
      codeText(about),
      `${cell(says)}${isAdded === true ? " (added)" : ""}`,
      cell(reason),
      link(page, address),
    ]),
  );
  return [
    `### ${kind} (${facts.length})\n`,
    `It cannot say ${cannotSay}.\n`,
    `What could say it: ${couldSay}.\n`,
    ...(facts.length > openFacts ? unfolding("The facts", rows) : [rows]),
  ];
}

/** A sentence of ours or of a facts file, which may have code in it. */
function cell(text: string): string {
  return escapeControls(text).replace(/[\\<>|[\]]/g, "\\$&");
}

function link(page: string, address: string): string {
  const shown = plainText(escapeControls(page));
  return /^https?:\/\/[^\s()<>]+$/.test(address)
    ? `[${shown}](${address})`
    : shown;
}

function disagreementSection(all: readonly Disagreement[]): string[] {
  return [
    "## Where the published JSON Schema is at odds with the schema.ts\n",
    all.length === 0
      ? "Nowhere.\n"
      : table(
          [
            "What",
            "Why",
            "Places",
            "For example",
            "Published",
            "schema.ts",
            "Page",
          ],
          all.map(({ name, reason, count, places, page, address }) => {
            const [{ pointer, published, schema } = { pointer: undefined }] =
              places;
            return [
              name,
              cell(reason),
              count === 0 ? "only its comments show them" : count,
              ...[pointer, published, schema].map((text) =>
                text === undefined ? "" : codeText(shortened(text)),
              ),
              link(page, address),
            ];
          }),
        ),
  ];
}

const longest = 80;

function shortened(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}

function doubtSection({ doubts }: DerivationReport): string[] {
  if (doubts.length === 0) return [];
  return [
    "## What is doubtful in the schema.ts\n",
    table(
      ["Diagnostic", "What", "Hint"],
      doubts.map(({ code, message, hint = "" }) => [
        codeText(code),
        cell(message),
        cell(hint),
      ]),
    ),
  ];
}
