import { hasServer, type InitAnswers } from "./answers.ts";
import type { ScriptNames } from "./plan-manifest.ts";
import type { Project } from "./project/project.ts";

/**
 * The commands that come next: the first installs, and those behind it try what was
 * written. Three of them are shown.
 */
export function nextCommands(
  { manager }: Project,
  answers: InitAnswers,
  scripts: ScriptNames,
  server: string | undefined,
): string[] {
  const run = (name: string | undefined): string[] =>
    name === undefined ? [] : [`${manager.run} ${name}`];
  const call = `${manager.exec.join(" ")} mcp-gen call ${server ?? answers.name}`;
  if (!hasServer(answers))
    return [
      manager.install,
      ...run(scripts.test),
      ...run(scripts["list-tools"]).map((line) => `${line} -- <server>`),
    ];
  const greet = `${call} greet --arg name=Ada`;
  return answers.transports.includes("stdio")
    ? [manager.install, greet, ...run(scripts.test), ...run(scripts.inspect)]
    : [manager.install, ...run(scripts.dev), greet, ...run(scripts.test)];
}
