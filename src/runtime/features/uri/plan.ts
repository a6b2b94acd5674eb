import {
  normalizeTemplate,
  parseTemplate,
  readTemplate,
  type TemplateExpression,
} from "./template.ts";

/** How the URIs of a template are read, from left to right. */
export interface Plan {
  readonly steps: readonly Step[];
  /** The text after the last step. */
  readonly after: string;
  readonly pairs: Pairs | undefined;
  /** All variables, in their order. */
  readonly names: readonly string[];
}

/** Text that has to be there, and the variable that follows it. */
export interface Step {
  readonly before: string;
  /** A character of that text which the variable before it never holds. */
  readonly stop: string;
  readonly name: string;
  readonly kind: "segment" | "segments" | "rest";
}

/** The pairs at the end of a template: `{?a,b}`, `{&a}`, `{;a}`. */
export interface Pairs {
  readonly prefix: string;
  readonly separator: string;
  readonly names: readonly string[];
}

/** What the expansion of a simple variable never holds. */
const reserved = ":/?#[]@!$&'()*+,;=";

/** Throws a TypeError for a template that a URI could fit in two ways. */
export function createPlan(template: string): Plan {
  const steps: Step[] = [];
  let text = "";
  let pairs: Pairs | undefined;
  // Errors name the given template, and not its normal form.
  parseTemplate(template);
  const normal = normalizeTemplate(template);
  if (normal === undefined)
    throw new TypeError(`${template}: a ".." takes a variable away`);
  for (const part of readTemplate(normal)) {
    if (pairs) throw refuse(template, `something follows its pairs`);
    if (typeof part === "string") text += part;
    else if (isPairs(part)) pairs = toPairs(template, part);
    else {
      for (const step of toSteps(template, part)) {
        const before = text + step.before;
        steps.push(linked(template, { ...step, before }, steps.at(-1)));
        text = "";
      }
    }
  }
  const names = [...steps.map(({ name }) => name), ...(pairs?.names ?? [])];
  if (new Set(names).size < names.length)
    throw refuse(template, "a variable is there twice");
  const texts = [...steps.map(({ before }) => before), text];
  if (pairs && texts.join("").includes(pairs.prefix))
    throw refuse(template, `"${pairs.prefix}" is there before its pairs`);
  return { steps, after: text, pairs, names };
}

/** A step with what separates it from the one before it. */
function linked(
  template: string,
  step: Omit<Step, "stop">,
  previous: Step | undefined,
): Step {
  const stop = [...step.before].find((one) => reserved.includes(one));
  if (!previous) return { ...step, stop: "" };
  if (previous.kind !== "segment")
    throw refuse(template, `{${step.name}} follows what takes all the rest`);
  if (stop !== undefined) return { ...step, stop };
  throw refuse(
    template,
    `{${previous.name}} and {${step.name}} need a reserved character such as "/" between them`,
  );
}

function toSteps(
  template: string,
  { operator, variables }: TemplateExpression,
): Omit<Step, "stop">[] {
  const takesRest = operator === "+" || operator === "#";
  if (takesRest && variables.length > 1)
    throw refuse(template, `{${operator}…} has several variables`);
  return variables.map(({ name, explode, prefix }, index) => {
    if (prefix !== undefined || (explode && operator !== "/"))
      throw refuse(template, `{${name}} has a modifier`);
    const separator = operator === "" ? "," : operator;
    const isBare = operator === "+" || (operator === "" && index === 0);
    const kind = takesRest ? "rest" : explode ? "segments" : "segment";
    return { before: isBare ? "" : separator, name, kind };
  });
}

function isPairs({ operator }: TemplateExpression): boolean {
  return operator === "?" || operator === "&" || operator === ";";
}

function toPairs(
  template: string,
  { operator, variables }: TemplateExpression,
): Pairs {
  const modified = variables.find((one) => one.explode || one.prefix);
  if (modified) throw refuse(template, `{${modified.name}} has a modifier`);
  const separator = operator === ";" ? ";" : "&";
  return {
    prefix: operator,
    separator,
    names: variables.map(({ name }) => name),
  };
}

function refuse(template: string, reason: string): TypeError {
  return new TypeError(`${template} could be read in two ways: ${reason}`);
}
