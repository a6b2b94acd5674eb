import { quote } from "../../emit/print/names.ts";

/** More than this of a template the compiler need not take apart. */
const maxLength = 500;
const maxExpressions = 30;

/** The type of the handler of a template: with its variables, where a compiler can bear it. */
export function templateType(uriTemplate: string): string {
  const expressions = uriTemplate.split(/[{,]/).length - 1;
  const isLarge =
    uriTemplate.length > maxLength || expressions > maxExpressions;
  return `TemplateHandler<${isLarge ? "string" : quote(uriTemplate)}>`;
}
