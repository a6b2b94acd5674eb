import type { NormalSchema, Unchecked } from "../../model/json-schema.ts";
import type { PatternJudge } from "../patterns/judge.ts";
import type { SchemaPath } from "../error.ts";
import type { Place } from "../places/resources.ts";
import type { Bindings } from "./bindings.ts";

/** What reading a part of a schema needs of the whole. */
export interface ReadContext {
  /** The reference, in the normal form, to what a reference leads to. */
  refer(
    reference: string,
    keyword: "$ref" | "$dynamicRef" | "$recursiveRef",
    from: Place,
    bindings: Bindings,
  ): string;
  /** Where a schema is that is within another. */
  placeOf(schema: unknown, path: SchemaPath, within: Place): Place;
  /** What names mean within a place. */
  enter(place: Place, bindings: Bindings): Bindings;
  /** Whether the whole may ask what items nothing has spoken of. */
  evaluatesItems(): boolean;
  readonly judgePattern: PatternJudge;
  /** What is not checked of a schema that was read: it is looser for that. */
  loosen(
    schema: NormalSchema,
    part: Unchecked,
    /** Whether it speaks of fewer properties than was written. */
    isSilent?: boolean,
  ): void;
  /** Where a schema was written that was read. */
  note(schema: NormalSchema, path: SchemaPath): void;
}
