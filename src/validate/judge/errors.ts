import type { Protocol } from "../../schema/model/index.ts";
import { problem, type Problem } from "../message/finding.ts";
import type { Guards } from "./dispatch.ts";
import type { JsonObject } from "../message/json.ts";
import type { MemberReader } from "./members.ts";

type Check = (message: JsonObject) => Problem | undefined;

/**
 * What an error with a code has to satisfy, where the schema declares a type for it:
 * some of these types are the error alone, others the message around it.
 */
export function errorChecks(
  protocol: Protocol,
  guards: Guards,
  membersOf: MemberReader,
): ReadonlyMap<unknown, Check> {
  const checks = new Map<unknown, Check>();
  for (const { code, type } of protocol.errors) {
    const validate = type === undefined ? undefined : guards(type);
    if (type === undefined || validate === undefined) continue;
    const isMessage = membersOf(type).properties.has("error");
    const check: Check = (message) => {
      const issue = validate(isMessage ? message : message["error"]);
      if (issue === undefined) return undefined;
      const path = isMessage ? issue.path : ["error", ...issue.path];
      return problem("wrong-type", issue.message, path);
    };
    checks.set(code, check);
  }
  return checks;
}
