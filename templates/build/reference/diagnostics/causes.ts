import type { DiagnosticCode } from "../../../../src/base/diagnostics/codes.ts";

/** Why each diagnostic is reported, for the reference. */
export const causes: Readonly<Record<DiagnosticCode, string>> = {
  "syntax-error":
    "TypeScript cannot parse the text. What the error lies in is skipped, the rest is read, and every error is told.",
  "nothing-declared":
    "The file was read and has no interface, type alias, enum or constant. Often it is another file: an empty one, or a page that says that the file was not found.",
  "too-deep":
    "A type has more levels inside of each other than the generator follows. The message says how many levels are read.",
  "too-large":
    "The type is short to write and long to expand: an intersection of unions, or properties that many bases add up. It stops before memory does.",
  "unsupported-statement":
    "A schema describes data. Functions, classes, namespaces and statements that do something have no meaning in it.",
  "unsupported-import":
    "Declarations of other files are read by their names. A default import, a namespace import or an `export =` has none.",
  "unsupported-type":
    "The type cannot arrive as JSON, such as a function, `bigint` or `symbol`; or TypeScript would have to compute it, such as a conditional or mapped type.",
  "unsupported-member":
    "An object of JSON has properties, and at most one index signature with string keys. Methods, calls, accessors and further index signatures are none of these.",
  "unsupported-name":
    "The name of a property is known only when a program runs, or is private.",
  "unsupported-value":
    "The generator reads syntax and runs nothing, so the value of a constant has to stand there.",
  "unsupported-key":
    "Keys of JSON objects are strings. `Record`, `Pick` and `Omit` take types that stand for strings.",
  "type-parameters":
    "Every declaration becomes one type, one guard and one JSON Schema. A generic one would be many.",
  "type-arguments":
    "A type is used with more or fewer type arguments than it takes.",
  "unknown-type":
    "The name is neither declared nor imported. Types of the language that are no JSON, such as `Map` or `Promise`, are not known either.",
  "unknown-constant":
    "`typeof NAME` stands for the value of a constant, and no constant has that name.",
  "unknown-member": "`Enum.Member` names a member that the enum lacks.",
  "unknown-key": "`Pick` names a property that its type lacks.",
  "unknown-export": "The imported file was read, and declares no such name.",
  "duplicate-declaration":
    "Two declarations have one name, in one file or in two. Only interfaces of one file are merged. All names end up in one emitted file.",
  "duplicate-property":
    "One object type or enum has a name twice, perhaps written in two ways, such as `1` and `0x1`.",
  "merged-differently":
    "An interface that is declared again has the members of each declaration, as in TypeScript. What several of them declare has to be the same in all: the type, `?` and `readonly`. One alone can have an index signature, and all or none are exported. Both places are shown.",
  "cyclic-heritage":
    "Following the `extends` clauses leads back to where it began, so the type has no end.",
  "cyclic-alias":
    "Following the alias leads back to it without a property, an array or a tuple between, so it stands for no type.",
  "not-an-object-type":
    "`extends`, `Pick`, `Omit`, `Partial` and `Required` need the properties of an object type, and this type has no fixed ones.",
  "incompatible-property":
    "A value of the type would not be a value of its base, or of its index signature. TypeScript refuses it, too.",
  "import-not-found":
    "The file that is imported is not there, or may not be read. Of a schema from standard input or a URL, no sibling is at hand.",
  "import-not-sibling":
    "A schema may come from somebody else. It therefore reads only files in its own folder and below: no package, no absolute path, no address.",
  "constraint-value":
    "A tag such as `@minimum`, `@maxLength` or `@format` becomes a check. Its value has to be of the tag's type, with nothing behind it.",
  "unusable-pattern":
    "A `@pattern` becomes a regular expression of the guards, with the flag `u`. It has to compile, and to take time that grows no faster than the text: texts come from others. A pattern that is not anchored may take the square of it, so it needs a `@maxLength` of at most 2000 in the same comment.",
  "no-value":
    "A guard of such a type would reject everything: the parts of an intersection exclude each other, tags contradict each other or the type, a required property is `never`, or a type contains itself without an end. A brand is a type of TypeScript alone. Guards accept the value without it only if it is optional.",
  "method-without-union":
    "Who sends a message is read from the unions `ClientRequest`, `ServerRequest`, `ClientNotification` and `ServerNotification`. This message is in none, so it gets types and guards, and no handler.",
  "method-without-result":
    "The result of a request is found by its name: `AskRequest` is answered by `AskResult`. Without one, any result passes.",
  "ambiguous-message":
    "The message extends neither a request nor a notification, and no union tells which it is. It is judged by its name alone.",
  "unnamed-message":
    "A union of messages has an object that is written out in it. Handlers, types and guards are named after the declaration of a message, and this one has none.",
  "duplicate-method":
    "A method is one message. Of declarations that have the same one, the message is that which `ClientRequest`, `ServerRequest` or a union of notifications names. Here they name several, or none. A fact can say which it is: a file for `--facts` with a table `messages`, whose entries have a `method` and a `type`.",
  "method-elsewhere":
    "Several declarations have the method, and the unions of messages name one of them, or a fact does. That one is the message. This one keeps its types and guards, and has no handler and no function that sends it.",
  "duplicate-handler":
    "A handler is named after its message: `CallToolRequest` is handled by `callTool`. Two messages would share one name.",
  "name-collision":
    "The schema declares a name that an output would use, such as a type named `isTool`. Both are written; the index exports one of them.",
  "factory-left-out":
    "A factory such as `tool` makes items of a list, and results of what handlers return, in the form that revisions have so far. This revision knows the methods and has another form for them, or one of the methods is missing.",
  "result-not-imported":
    "The result of a request is found by its name. A file beside the schema has a result of that name, and nothing imports it, so that it is not read: the request would be answered by the empty result.",
  "extension-absent":
    "An extension is part of each revision that has all the names that its schema imports, and that its facts do not leave out. This revision is none.",
  "extension-assumed":
    "A schema does not say who sends a message of an extension, what answers it where no name tells, and whether the other side has to have declared the extension. Without facts, the message says what was taken to be so.",
  "extension-collision":
    "A name or a method would mean two things: in the extension and in the core, or in two extensions. Both would be emitted, and a message could be read as either.",
  "extension-drift":
    "The extension's schema repeats a type of the core instead of importing it, and the two are no longer the same. The core's is used, and the message names what differs.",
  "extension-unusable":
    "No revision that was asked for has all that the extension's schema imports, or its facts leave all of them out.",
  "facts-inherited":
    "Some things stand in the prose of the specification alone, such as the capability that a method needs. mcp-gen keeps them as facts. It has none for this revision, and takes those of the revision before it.",
  "fact-unknown":
    "A fact, most often of a `--facts` file, names a method, a type or a field that this revision lacks. It has no effect.",
};
