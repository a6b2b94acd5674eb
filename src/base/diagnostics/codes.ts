import type { Severity } from "./severity.ts";

/** What a diagnostic code means, whatever the input. */
export interface CodeDescription {
  /** Whether it stops the work. */
  severity: Severity;
  /** What it says, in a line. */
  title: string;
  /** What to do about it. */
  help: string;
}

/** Which diagnostic it is; `diagnosticCodes` describes each. */
export type DiagnosticCode =
  | "syntax-error"
  | "too-deep"
  | "too-large"
  | "nothing-declared"
  | "unsupported-statement"
  | "unsupported-import"
  | "unsupported-type"
  | "unsupported-member"
  | "unsupported-name"
  | "unsupported-value"
  | "unsupported-key"
  | "type-parameters"
  | "type-arguments"
  | "unknown-type"
  | "unknown-constant"
  | "unknown-member"
  | "unknown-key"
  | "unknown-export"
  | "duplicate-declaration"
  | "duplicate-property"
  | "merged-differently"
  | "cyclic-heritage"
  | "cyclic-alias"
  | "not-an-object-type"
  | "incompatible-property"
  | "import-not-found"
  | "import-not-sibling"
  | "constraint-value"
  | "unusable-pattern"
  | "no-value"
  | "method-without-union"
  | "method-without-result"
  | "ambiguous-message"
  | "unnamed-message"
  | "duplicate-method"
  | "method-elsewhere"
  | "duplicate-handler"
  | "name-collision"
  | "factory-left-out"
  | "result-not-imported"
  | "extension-absent"
  | "extension-assumed"
  | "extension-collision"
  | "extension-drift"
  | "extension-unusable"
  | "facts-inherited"
  | "fact-unknown";

/** Every code that a diagnostic can have. */
export const codes: Readonly<Record<DiagnosticCode, CodeDescription>> = {
  "syntax-error": {
    severity: "error",
    title: "The file is not valid TypeScript",
    help: "Correct the file; what the errors lie in has not been read.",
  },
  "nothing-declared": {
    severity: "error",
    title: "A file that declares nothing",
    help: "Give the schema.ts itself: an interface, a type or a constant at least.",
  },
  "too-deep": {
    severity: "error",
    title: "Types are nested too deeply",
    help: "Give the inner types names of their own.",
  },
  "too-large": {
    severity: "error",
    title: "Types of which too much would become",
    help: "Write out the few that are meant, or shorten the chains of bases.",
  },
  "unsupported-statement": {
    severity: "error",
    title: "A statement that declares no type and no constant",
    help: "A schema holds interfaces, type aliases, enums, constants and imports.",
  },
  "unsupported-import": {
    severity: "error",
    title: "A form of import or export that a schema cannot use",
    help: 'Import by name: import { A } from "./other.ts".',
  },
  "unsupported-type": {
    severity: "error",
    title: "A type that does not describe JSON, or that is computed",
    help: "Write out the type that it stands for.",
  },
  "unsupported-member": {
    severity: "error",
    title: "A member that is neither a property nor the one index signature",
    help: "Write it as a property with a type.",
  },
  "unsupported-name": {
    severity: "error",
    title: "A name that is computed or private",
    help: "Write the name as an identifier, a string or a number.",
  },
  "unsupported-value": {
    severity: "error",
    title: "A constant or an enum member whose value is not a literal",
    help: "Write the value as a string, a finite number, true or false.",
  },
  "unsupported-key": {
    severity: "error",
    title: "Keys that are not strings",
    help: "Write string literals, a union of them, or a type that stands for them.",
  },
  "type-parameters": {
    severity: "error",
    title: "A declaration with type parameters",
    help: "Declare one type for each use.",
  },
  "type-arguments": {
    severity: "error",
    title: "The wrong number of type arguments",
    help: "A type of the schema takes none; a utility type takes its own number.",
  },
  "unknown-type": {
    severity: "error",
    title: "A type that the schema does not declare",
    help: "Declare it, import it from a sibling file, or correct its name.",
  },
  "unknown-constant": {
    severity: "error",
    title: "typeof names no constant of the schema",
    help: "Declare the constant, or correct its name.",
  },
  "unknown-member": {
    severity: "error",
    title: "A member that the enum does not have",
    help: "Add the member, or correct its name.",
  },
  "unknown-key": {
    severity: "error",
    title: "Pick names a property that the type does not have",
    help: "Correct the key, or add the property.",
  },
  "unknown-export": {
    severity: "error",
    title: "A name that the file does not declare",
    help: "Correct the name, or declare it there.",
  },
  "duplicate-declaration": {
    severity: "error",
    title: "A name that is declared twice",
    help: "Rename or remove one; only interfaces are merged.",
  },
  "duplicate-property": {
    severity: "error",
    title: "A property or enum member that is declared twice",
    help: "Remove one of them.",
  },
  "merged-differently": {
    severity: "error",
    title: "Declarations of one interface that disagree",
    help: "Say the same in both, or in one of them alone.",
  },
  "cyclic-heritage": {
    severity: "error",
    title: "An interface that extends itself",
    help: "Break the cycle of extends clauses.",
  },
  "cyclic-alias": {
    severity: "error",
    title: "A type alias that stands for itself",
    help: "Recursion has to pass through a property, an array or a tuple.",
  },
  "incompatible-property": {
    severity: "error",
    title: "A property that does not fit a base or an index signature",
    help: "Narrow what the base says, or leave the base out.",
  },
  "not-an-object-type": {
    severity: "error",
    title: "An object type is needed here",
    help: "Name an interface, an object type, or an intersection of those.",
  },
  "import-not-found": {
    severity: "error",
    title: "An imported file that could not be read",
    help: "Put the file beside the schema, or correct its name.",
  },
  "import-not-sibling": {
    severity: "error",
    title: "An import from outside of the schema's folder",
    help: "Only files in the same folder or below it are read.",
  },
  "constraint-value": {
    severity: "error",
    title: "A JSDoc tag whose value does not fit it",
    help: "Write the one value that the tag takes.",
  },
  "unusable-pattern": {
    severity: "error",
    title: "A @pattern that a guard cannot test, or not in linear time",
    help: "Write a regular expression that is valid with the flag u, with one way to match each character.",
  },
  "no-value": {
    severity: "error",
    title: "A type that no JSON value fits",
    help: "Change the type or its tags so that at least one JSON value fits.",
  },
  "method-without-union": {
    severity: "warning",
    title: "A message that is in no union of messages",
    help: "Add it to ClientRequest, ServerRequest or the unions of notifications.",
  },
  "method-without-result": {
    severity: "warning",
    title: "A request without a result",
    help: "Declare the result under the request's name, or an EmptyResult.",
  },
  "ambiguous-message": {
    severity: "warning",
    title: "A message that may be a request or a notification",
    help: "Let it extend the request or the notification type, or list it in a union.",
  },
  "unnamed-message": {
    severity: "warning",
    title: "A message without a name",
    help: "Declare it as an interface, and name that in the union.",
  },
  "duplicate-method": {
    severity: "error",
    title:
      "A method that several messages declare, and nothing says which it is",
    help: "Name one of them in the union of its side, or say which it is with --facts.",
  },
  "method-elsewhere": {
    severity: "note",
    title: "A declaration whose method is that of another message",
    help: "Nothing has to be done where the other one is meant.",
  },
  "duplicate-handler": {
    severity: "error",
    title: "Two messages whose handlers have the same name",
    help: "Rename one of the messages.",
  },
  "name-collision": {
    severity: "warning",
    title: "An emitted name that the schema declares as well",
    help: "Rename the declaration, or leave out the output that emits the name.",
  },
  "result-not-imported": {
    severity: "warning",
    title: "A result beside the schema that nothing imports",
    help: "Import it where its request is declared, or give it a name that is no request's.",
  },
  "extension-absent": {
    severity: "note",
    title: "A revision that an extension is not for",
    help: "Nothing has to be done: the others have it.",
  },
  "extension-assumed": {
    severity: "note",
    title: "What no fact says of an extension, and was assumed",
    help: "Say it with --extension-facts.",
  },
  "extension-collision": {
    severity: "error",
    title: "A name or a method of an extension that something else has",
    help: "Rename it in the extension's schema: methods and types begin with what no other has.",
  },
  "extension-drift": {
    severity: "warning",
    title: "A copy of a type of the core that is not as the core has it",
    help: "Import the type from the core instead, or give the extension's own another name.",
  },
  "extension-unusable": {
    severity: "error",
    title: "An extension that is for none of the revisions",
    help: "Name a revision that has all that it imports, or correct the imports.",
  },
  "factory-left-out": {
    severity: "note",
    title: "A factory of features that fits no type of the revision",
    help: "Serve the methods by handlers: they are typed as the schema has them.",
  },
  "facts-inherited": {
    severity: "note",
    title: "Facts taken from an earlier revision",
    help: "Check them against the specification, and give this revision's own with --facts.",
  },
  "fact-unknown": {
    severity: "warning",
    title: "A fact about something that the revision does not have",
    help: "Correct the fact, or limit it to the revisions that it is about.",
  },
};
