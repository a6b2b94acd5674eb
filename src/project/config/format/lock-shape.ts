import { identifierProblem } from "../../../schema/extend/identifier.ts";
import { optionFields } from "./config-shape.ts";
import { portableProblem } from "../paths.ts";
import type { Shape } from "./shape.ts";

const text: Shape = { kind: "text" };

/** The name of a folder, on every system. */
function nameProblem(name: string): string | undefined {
  if (/^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9_-])?$/.test(name))
    return undefined;
  return "has to be of letters, digits, and . _ - between them";
}

/** A revision's id, or an extension's identifier. */
function idProblem(id: string): string | undefined {
  const problem = nameProblem(id);
  if (problem === undefined || !id.includes("/")) return problem;
  const reason = identifierProblem(id);
  return reason === undefined ? undefined : `identifies nothing: ${reason}`;
}

function digestProblem(digest: string): string | undefined {
  return /^[0-9a-f]{64}$/.test(digest)
    ? undefined
    : "has to be a SHA-256 in lower-case hex";
}

function sourceProblem(source: string): string | undefined {
  if (!URL.canParse(source) || !/^https?:/.test(source))
    return portableProblem(source);
  return urlProblem(source);
}

/** What is committed must hold no secret. */
function urlProblem(url: string): string | undefined {
  if (!URL.canParse(url) || !/^https?:/.test(url))
    return "has to be an address of http or https";
  const { username, password, search, hash } = new URL(url);
  return username + password + search + hash === ""
    ? undefined
    : "must not have a name, a password, a query or a fragment";
}

const input: Shape = {
  kind: "object",
  fields: {
    kind: {
      shape: { kind: "choice", values: ["revision", "extension", "facts"] },
    },
    id: { shape: { kind: "text", problem: idProblem }, optional: true },
    revision: {
      shape: { kind: "text", problem: nameProblem },
      optional: true,
    },
    source: {
      shape: { kind: "text", problem: sourceProblem },
      optional: true,
    },
    commit: { shape: text, optional: true },
    path: { shape: { kind: "text", problem: portableProblem }, optional: true },
    url: { shape: { kind: "text", problem: urlProblem }, optional: true },
    sha256: { shape: { kind: "text", problem: digestProblem } },
  },
};

const output: Shape = {
  kind: "object",
  fields: {
    out: { shape: { kind: "text", problem: portableProblem } },
    generator: { shape: text },
    options: { shape: { kind: "object", fields: optionFields } },
    inputs: { shape: { kind: "list", of: input } },
  },
};

/** The lock file. */
export const lockShape: Shape = {
  kind: "object",
  fields: {
    $schema: { shape: text, optional: true },
    formatVersion: { shape: { kind: "version", version: 1 } },
    from: { shape: { kind: "text", problem: sourceProblem } },
    published: {
      shape: { kind: "list", of: { kind: "text", problem: nameProblem } },
      optional: true,
    },
    outputs: { shape: { kind: "list", of: output } },
  },
};
