// Types alone, as the published facts.schema.json is made of this file.

/**
 * Something true of the protocol that its schema does not say. It holds from the
 * revision `since` on, and before the revision `until`.
 */
export interface Fact {
  /** The first revision that it is true of. Without it, the earliest. */
  since?: string;
  /** The first revision that it is no longer true of. Without it, it stays true. */
  until?: string;
  /** Why the fact is needed, in a sentence. */
  reason: string;
  /** The page that says it, relative to the revision's pages: `server/tools`. */
  page: string;
}

/** The capability that must be declared before a method is used. */
export interface CapabilityFact extends Fact {
  /** The method that needs it. */
  method: string;
  /** Who has to declare it: the receiver is who answers the method, or hears it. */
  side: "client" | "server" | "receiver" | "sender";
  /** Its path inside that side's capabilities, joined by dots: `prompts.listChanged`. */
  path: string;
}

/** Something that a transport or a file format may rely on. */
export interface FeatureFact extends Fact {
  /** The name that the runtime and the emitters ask for it by. */
  name: string;
}

/** An error code that only the prose names. */
export interface ErrorFact extends Fact {
  /** The name of the constant. */
  name: string;
  /** Its number on the wire. */
  code: number;
}

/**
 * Error codes that are not to be sent, unless the revision's own errors have
 * them, and the code that is sent in their place. The first that fits holds.
 */
export interface CodeFact extends Fact {
  /** The lowest code. */
  from: number;
  /** The highest code. */
  to: number;
  /** The code that is sent in its place. */
  as: number;
}

/** The page that describes a method. */
export interface PageFact extends Fact {
  /** The method. */
  method: string;
}

/**
 * Where numbers may have a fraction although no tag of the schema says so. It matters
 * in revisions with the feature `integer-numbers`.
 */
export interface FractionFact extends Fact {
  /** A type name, or one followed by property names, joined by dots. */
  at: string;
}

/** A request that the server may answer only after it asked the client for input. */
export interface InputFact extends Fact {
  /** The request. */
  method: string;
}

/** A request that calls one thing by its name, and the param that names it. */
export interface NameFact extends Fact {
  /** The request. */
  method: string;
  /** The param that names what is called. */
  param: string;
}

/** Which declaration is the message, where several have its method. */
export interface MessageFact extends Fact {
  /** The method that several declarations have. */
  method: string;
  /** The declaration that is the message. The others keep their types and guards. */
  type: string;
}

/** What a type, a field or a method is for, in words of our own. */
export interface DescriptionFact extends Fact {
  /** A method, a type name, or one followed by property names, joined by dots. */
  of: string;
  /** A sentence or two, for whoever meets it in an editor. */
  text: string;
}

/** What is true of the protocol and does not stand in its schema. */
export interface FactTables {
  /** What has to be declared before a method is used. */
  capabilities: readonly CapabilityFact[];
  /** What transports and file formats may rely on. */
  features: readonly FeatureFact[];
  /** Codes that only the prose names. */
  errors: readonly ErrorFact[];
  /** Codes that are not to be sent. */
  codes: readonly CodeFact[];
  /** Where methods are described. */
  pages: readonly PageFact[];
  /** Where numbers may have a fraction. */
  fractions: readonly FractionFact[];
  /** What may be answered only after a question. */
  inputs: readonly InputFact[];
  /** Which param names what is called. */
  names: readonly NameFact[];
  /** Which of several declarations is the message. */
  messages: readonly MessageFact[];
  /** What methods, types and fields are for. */
  descriptions: readonly DescriptionFact[];
}
