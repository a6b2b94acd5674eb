import type { OptionGroup } from "./table.ts";

const library = "src/index.ts";

/** The functions of the package `mcp-gen`. */
export const generatorOptions: OptionGroup = {
  title: "The generator",
  tables: [
    {
      title: "generate",
      module: library,
      name: "GenerateOptions",
      intro:
        "`generate(options)` and `check(options)` of the package `mcp-gen`",
    },
    {
      title: "update",
      module: library,
      name: "UpdateOptions",
      intro:
        "`update(options)` of the package `mcp-gen`. Where a configuration says what is wanted, `revisions` names what of it is looked up",
    },
    {
      title: "generateClient",
      module: library,
      name: "GenerateClientOptions",
      intro:
        "`generateClient(options)` and `checkClient(options)`: [typed clients](../guides/typed-clients.md)",
    },
    {
      title: "generateServer",
      module: library,
      name: "ServerGeneration",
      intro:
        "`generateServer(options)` and `checkServer(options)`: [servers from a description](../guides/contracts.md)",
    },
    {
      title: "compileSchemas",
      module: library,
      name: "CompileOptions",
      intro:
        "`compileSchemas(options)` and `checkSchemas(options)`: [compiled schemas](../guides/compiled-schemas.md)",
    },
    {
      title: "parse",
      module: library,
      name: "ParseOptions",
      intro: "`parse(schema, options)`",
    },
    {
      title: "diff",
      module: library,
      name: "DiffFilter",
      intro: "`filterChanges(diff, filter)`",
    },
    {
      title: "validator",
      module: library,
      name: "ValidatorOptions",
      intro: "`createValidator(options)`",
    },
  ],
};
