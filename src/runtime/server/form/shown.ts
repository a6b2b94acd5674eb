import type { InputOf, StandardSchema } from "../../features/schema/schema.ts";

/**
 * What a schema has to be beside so that a form can show it: nothing, or else what
 * no schema is, which names the fields. `Value` is what a field can hold in the
 * revision.
 */
export type Shown<Of extends StandardSchema, Value> = [
  Unshown<InputOf<Of>, Value>,
] extends [never]
  ? unknown
  : NoForm<Unshown<InputOf<Of>, Value>>;

/** Fields that no form can show: one holds a text, a number, a boolean or, where the revision has it, texts. */
export interface NoForm<Fields> {
  /** The names of the fields. */
  readonly "no form can show": Fields;
}

/** The names of fields that hold anything else; what holds no fields is told as it is. */
type Unshown<Input, Value> = unknown extends Input
  ? never
  : Input extends object
    ? {
        [Name in keyof Input]-?: Refused<Name, Input[Name], Value>;
      }[keyof Input]
    : Input;

type Refused<Name, Held, Value> = unknown extends Held
  ? never
  : [Exclude<Held, null | undefined>] extends [Value | Frozen<Value>]
    ? never
    : Name;

/** Some libraries read lists that cannot be changed. */
type Frozen<Value> = Value extends readonly (infer Item)[]
  ? readonly Item[]
  : never;
