import type { ApiPage } from "./api-page.ts";

/** The package of the generator. */
export const generatorPages: readonly ApiPage[] = [
  {
    path: "api/generator.md",
    title: "The generator as a library",
    intro:
      "What the command line does, as functions of the package `mcp-gen`. They write to the disk only where told to. Guides: [Generate](../../guides/generate.md), [Own schemas](../../guides/own-schemas.md).",
    modules: ["src/index.ts"],
    sections: [
      {
        title: "Generate",
        names: [
          "generate",
          "GenerateOptions",
          "GenerateReport",
          "GeneratedFile",
          "check",
          "CheckReport",
          "CheckedFile",
        ],
      },
      {
        title: "Configuration and lock",
        names: [
          "defineConfig",
          "Config",
          "OneOutput",
          "SeveralOutputs",
          "OutputConfig",
          "SchemaConfig",
          "ExtensionConfig",
          "Lock",
          "LockedOutput",
          "LockedOptions",
          "LockedInput",
        ],
      },
      {
        title: "Schemas and revisions",
        names: [
          "list",
          "RevisionInfo",
          "load",
          "parse",
          "ParseOptions",
          "ParseResult",
          "ProtocolOptions",
          "SchemaInput",
          "SchemaSource",
          "FactTables",
        ],
      },
      {
        title: "Extensions",
        names: [
          "extend",
          "ExtendResult",
          "ExtensionInput",
          "parseExtension",
          "ParsedExtension",
        ],
      },
      {
        title: "Errors and diagnostics",
        names: [
          "GeneratorError",
          "InputError",
          "InputErrorCode",
          "UsageError",
          "UsageErrorCode",
          "OutputError",
          "OutputErrorCode",
          "Diagnostic",
          "DiagnosticCode",
          "diagnosticCodes",
          "CodeDescription",
          "Severity",
          "renderDiagnostic",
        ],
      },
      {
        title: "Outputs",
        names: [
          "emitNames",
          "EmitName",
          "EmitOptions",
          "EmittedFile",
          "runtimeParts",
          "RuntimePart",
          "FileStatus",
          "ManifestInput",
          "ProjectLack",
          "RequiredPackage",
        ],
      },
      {
        title: "Reports of the command line",
        names: [
          "JsonGenerateReport",
          "JsonProjectCheckReport",
          "JsonProjectGenerateReport",
          "JsonCheckReport",
          "JsonValidateReport",
          "JsonErrorReport",
        ],
      },
    ],
  },
  {
    path: "api/generator-diff.md",
    title: "Compare revisions",
    intro:
      "What changed between two protocols, and what each change does on the wire: from the package `mcp-gen`. The guide is [Diff](../../guides/diff.md).",
    modules: ["src/index.ts"],
    sections: [
      {
        title: "Compare",
        names: [
          "diff",
          "filterChanges",
          "diffRules",
          "ProtocolDiff",
          "DiffFilter",
        ],
      },
      {
        title: "Changes",
        names: [
          "Change",
          "ChangeKind",
          "Subject",
          "Where",
          "Place",
          "Effect",
          "Verdict",
          "Side",
          "Turn",
          "Rule",
          "RuleText",
          "Counts",
          "Summary",
        ],
      },
    ],
  },
  {
    path: "api/generator-report.md",
    title: "Report on a revision",
    intro:
      "Which layers of an SDK for a revision follow from its schema, which need facts, and which people wrote: from the package `mcp-gen`. The command is [`mcp-gen report`](../commands.md#report).",
    modules: ["src/index.ts"],
    sections: [
      {
        title: "Report",
        names: [
          "report",
          "DerivationReport",
          "DerivedLayer",
          "HandWrittenLayer",
          "GeneratorPart",
          "LineCount",
          "ReportTotals",
        ],
      },
      {
        title: "What a schema cannot say",
        names: [
          "FactGroup",
          "FactKind",
          "NeededFact",
          "Disagreement",
          "DisagreementPlace",
          "Doubt",
          "MethodKnowledge",
        ],
      },
    ],
  },
  {
    path: "api/generator-validate.md",
    title: "Validate traffic",
    intro:
      "Judges recorded messages, or those of a running program: from the package `mcp-gen`. The guide is [Validate](../../guides/validate.md).",
    modules: ["src/index.ts"],
    sections: [
      {
        title: "Validate",
        names: [
          "createValidator",
          "ValidatorOptions",
          "CreatedValidator",
          "Validator",
          "ValidatorLimits",
          "ValidatorCounts",
        ],
      },
      {
        title: "Findings",
        names: [
          "Finding",
          "Problem",
          "ProblemCode",
          "MessageKind",
          "RecordedMessage",
          "Sender",
        ],
      },
    ],
  },
  {
    path: "api/generator-protocol.md",
    title: "A protocol as data",
    intro:
      "What [`parse`](generator.md#parse) and [`load`](generator.md#load) give: from the package `mcp-gen`. As JSON it is [protocol.json](../protocol-json.md).",
    modules: ["src/index.ts"],
    sections: [
      {
        title: "Protocols",
        names: [
          "Protocol",
          "Source",
          "Pages",
          "Lifecycle",
          "Direction",
          "RequestMethod",
          "NotificationMethod",
          "MethodResult",
          "ResultCondition",
          "Params",
          "Capability",
          "ErrorCode",
          "ReservedCodes",
          "AddedExtension",
        ],
      },
      {
        title: "Extensions",
        names: [
          "ExtensionModel",
          "CoreImport",
          "ExtensionFacts",
          "ExtensionMethodFact",
          "AlternativeResult",
          "SubscriptionFact",
        ],
      },
    ],
    rest: "Declarations and types",
  },
];
