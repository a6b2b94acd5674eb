import { expect, test } from "vitest";
import {
  knownFacts,
  holds,
  type Fact,
} from "../../src/revisions/overrides/index.ts";
import { load } from "../../src/revisions/load.ts";
import { bundledRevisions } from "../../src/revisions/revisions.ts";
import type { Protocol } from "../../src/schema/model/index.ts";

const protocols = await Promise.all(
  bundledRevisions().map(({ id }) => load(id)),
);

/** Whether what a fact names is there in a revision for which it holds. */
function matches<T extends Fact>(
  facts: readonly T[],
  isThere: (fact: T, protocol: Protocol) => boolean,
): T[] {
  return facts.filter(
    (fact) =>
      !protocols.some(
        (protocol) => holds(fact, protocol.revision) && isThere(fact, protocol),
      ),
  );
}

const hasMethod = ({ method }: { method: string }, protocol: Protocol) =>
  [...protocol.requests, ...protocol.notifications].some(
    (message) => message.method === method,
  );

test("every fact is true of some revision", () => {
  const { capabilities, features, errors, pages, fractions, inputs, names } =
    knownFacts;
  const { codes } = knownFacts;
  expect(matches(capabilities, hasMethod)).toEqual([]);
  expect(matches(pages, hasMethod)).toEqual([]);
  expect(matches(inputs, hasMethod)).toEqual([]);
  expect(
    matches(names, ({ method, param }, { requests }) =>
      requests.some((one) => one.method === method && one.name === param),
    ),
  ).toEqual([]);
  expect(
    matches(features, ({ name }, protocol) => protocol.features.includes(name)),
  ).toEqual([]);
  expect(
    matches(errors, ({ code }, protocol) =>
      protocol.errors.some((error) => error.code === code),
    ),
  ).toEqual([]);
  // A code that every revision has of its own is none to keep back.
  expect(
    matches(codes, ({ from, to }, protocol) => {
      const own = protocol.errors.filter(
        ({ code }) => from <= code && code <= to,
      );
      return own.length <= to - from;
    }),
  ).toEqual([]);
  expect(
    matches(fractions, ({ at }, { declarations }) =>
      declarations.some(({ name }) => name === at.split(".")[0]),
    ),
  ).toEqual([]);
});

test("a fact of a method that no revision has is found", () => {
  const fact = { method: "tools/dance", reason: "", page: "" };
  expect(matches([fact], hasMethod)).toEqual([fact]);
  const early = {
    method: "tools/call",
    until: "2024-01-01",
    reason: "",
    page: "",
  };
  expect(matches([early], hasMethod)).toEqual([early]);
});

test("invalid arguments are an error of the tool from 2025-11-25 on", () => {
  const revisions = protocols
    .filter(({ features }) => features.includes("tool-input-errors"))
    .map(({ revision }) => revision);
  expect(revisions).toEqual(["2025-11-25", "2026-07-28", "draft"]);
});

test.each([
  ["protocol-version-header", ["2025-06-18", "2025-11-25", "2026-07-28"]],
  ["sessions", ["2025-03-26", "2025-06-18", "2025-11-25"]],
  ["resumption", ["2025-03-26", "2025-06-18", "2025-11-25"]],
  ["stream-priming", ["2025-11-25"]],
  ["request-headers", ["2026-07-28"]],
])("%s is a fact of HTTP in %j", (name, expected) => {
  const revisions = protocols
    .filter(({ features }) => features.includes(name))
    .map(({ revision }) => revision);
  expect(revisions.filter((revision) => revision !== "draft")).toEqual(
    expected,
  );
});
