/** A variable of a URI template, as far as its type goes. */
export interface TemplateVariable {
  readonly name: string;
  /** Whether the address is one without it, too. */
  readonly isOptional: boolean;
  /** Whether it may be a list, or pairs. */
  readonly isExploded: boolean;
}

/** Longer templates, and those of more variables, have no function of their own. */
const limits = { length: 4_096, variables: 64 };

/**
 * The variables of a URI template of RFC 6570, each once; undefined where it is none, or is
 * too long.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6570#section-2 | RFC 6570, section 2}
 */
export function templateVariables(
  template: string,
): readonly TemplateVariable[] | undefined {
  if (template.length > limits.length) return undefined;
  const found = new Map<string, TemplateVariable>();
  const [first = "", ...parts] = template.split("{");
  if (first.includes("}")) return undefined;
  for (const part of parts) {
    const end = part.indexOf("}");
    if (end < 0 || part.includes("}", end + 1)) return undefined;
    const variables = variablesOf(part.slice(0, end));
    if (variables === undefined) return undefined;
    for (const one of variables) {
      const known = found.get(one.name);
      found.set(one.name, {
        ...one,
        // What has to be there in one place has to be there.
        isOptional: one.isOptional && (known?.isOptional ?? true),
        isExploded: one.isExploded && (known?.isExploded ?? true),
      });
    }
  }
  return found.size > limits.variables ? undefined : [...found.values()];
}

function variablesOf(expression: string): TemplateVariable[] | undefined {
  const [, operator = "", list = ""] =
    /^([+#./;?&]?)(.*)$/s.exec(expression) ?? [];
  const isOptional = ["?", "&", ";"].includes(operator);
  const variables: TemplateVariable[] = [];
  for (const one of list.split(",")) {
    const [, name, modifier] = variable.exec(one) ?? [];
    if (name === undefined) return undefined;
    variables.push({ name, isOptional, isExploded: modifier === "*" });
  }
  return variables;
}

/** A name, of letters, digits, `_`, dots between and escapes; `*`, or how much of it is taken. */
const variable =
  /^((?:\w|%[\da-f]{2})(?:\.?(?:\w|%[\da-f]{2}))*)(\*|:[1-9]\d{0,3})?$/i;
