/**
 * The variables of a URI template as its handler gets them: those of a query
 * may be missing, and `{/name*}` is a list.
 */
export type UriVariables<Template extends string> = string extends Template
  ? { readonly [name: string]: string | readonly string[] | undefined }
  : {
      readonly [
        Name in VariableOf<Expressions<Template>> as BareName<Name>
      ]: ValueOf<Name>;
    };

/** The names of a template's variables. */
export type UriVariableName<Template extends string> = BareName<
  VariableOf<Expressions<Template>>
>;

/** The insides of the braces. */
type Expressions<Template extends string> =
  Template extends `${string}{${infer Expression}}${infer Rest}`
    ? Expression | Expressions<Rest>
    : never;

/** Each variable: those of pairs after a "?", lists with a "*" behind. */
type VariableOf<Expression extends string> =
  Expression extends `${"?" | "&" | ";"}${infer Names}`
    ? `?${Split<Names>}`
    : Expression extends `${"+" | "#" | "." | "/"}${infer Names}`
      ? Split<Names>
      : Split<Expression>;

type Split<Names extends string> = Names extends `${infer First},${infer Rest}`
  ? First | Split<Rest>
  : Names;

type BareName<Name extends string> = Name extends `?${infer Bare}`
  ? Bare
  : Name extends `${infer Bare}*`
    ? Bare
    : Name;

type ValueOf<Name extends string> = Name extends `?${string}`
  ? string | undefined
  : Name extends `${string}*`
    ? readonly string[]
    : string;
