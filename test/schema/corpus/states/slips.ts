import { ts } from "ts-morph";
import {
  declaredIn,
  nameOf,
  propertiesIn,
  without,
} from "../../../lab/removal/edit.ts";
import {
  changed,
  found,
  hasInner,
  insertAtStatement,
  interfacesIn,
  isMessage,
  tokensIn,
} from "./edits.ts";
import { comments, leftovers } from "./leftovers.ts";
import { one } from "./numbers.ts";
import type { Slip } from "./state.ts";

/** What happens to a schema while people write it. */
export const slips: Readonly<Record<string, Slip>> = {
  "pasted twice": (tree, random) => {
    const { pos, end } = one(random, interfacesIn(tree));
    return insertAtStatement(tree, random, tree.text.slice(pos, end));
  },
  "pasted twice, one with a field more": (tree, random) => {
    const { pos, end } = one(random, interfacesIn(tree));
    const text = tree.text
      .slice(pos, end)
      .replace(/\}\s*$/, "  later?: string;\n}\n");
    return insertAtStatement(tree, random, text);
  },
  "pasted twice, one with a field less": (tree, random) => {
    const picked = one(
      random,
      interfacesIn(tree).filter(({ members }) => members.length > 0),
    );
    const member = one(random, picked.members);
    const text =
      tree.text.slice(picked.pos, member.pos) +
      tree.text.slice(member.end, picked.end);
    return insertAtStatement(tree, random, text);
  },
  "pasted twice, one edited": (tree, random) => {
    const picked = one(
      random,
      interfacesIn(tree).filter(({ members }) => members.length > 0),
    );
    const member = one(random, picked.members);
    const changed = tree.text
      .slice(member.pos, member.end)
      .replace(
        /: [^;{]+;/,
        `: ${one(random, ["string", "number", "unknown"])};`,
      );
    const text =
      tree.text.slice(picked.pos, member.pos) +
      changed +
      tree.text.slice(member.end, picked.end);
    return insertAtStatement(tree, random, text);
  },
  "pasted under another name": (tree, random) => {
    const picked = one(random, interfacesIn(tree).filter(isMessage));
    const name = `${one(random, ["New", "My", "Old"])}${picked.name.text}`;
    const text =
      tree.text.slice(picked.pos, picked.name.pos) +
      ` ${name}` +
      tree.text.slice(picked.name.end, picked.end);
    const grown = insertAtStatement(tree, random, text);
    return random() < 0.5
      ? grown
      : grown.replace(/(export type (?:Client|Server)\w+ =)/, `$1 ${name} |`);
  },
  "a date": (tree, random) => {
    const texts = propertiesIn(tree).filter(
      ({ type }) => type?.getText() === "string",
    );
    const property = one(random, texts);
    const date = one(random, [
      "Date",
      "Date",
      "Date | null",
      "Date[]",
      "Date | string",
      "{ at: Date }",
      "Record<string, Date>",
    ]);
    return changed(tree, [[property.type, date]]);
  },
  "a type without a user": (tree, random) =>
    insertAtStatement(tree, random, one(random, leftovers)),
  "a forgotten member": (tree, random) => {
    const unions = found(tree, ts.isUnionTypeNode).filter(
      ({ types }) => types.length > 1,
    );
    const union = one(random, unions);
    const member = one(random, union.types);
    return changed(tree, [[member, undefined]]);
  },
  "a member twice": (tree, random) => {
    const union = one(random, found(tree, ts.isUnionTypeNode));
    const member = one(random, union.types);
    return changed(tree, [
      [member, `${member.getText()} | ${member.getText()}`],
    ]);
  },
  "an envelope gone": (tree, random) => {
    const names = declaredIn(tree).map(nameOf);
    const envelopes = names.filter((name) =>
      /^(JSONRPC|Request|Notification|Result|Empty|Paginated|Client\w+|Server\w+)/.test(
        name,
      ),
    );
    const gone = envelopes.filter(() => random() < 0.25);
    return without(
      tree,
      new Set(gone.length === 0 ? [one(random, envelopes)] : gone),
    );
  },
  "params inline": (tree, random) => {
    const byName = new Map(
      declaredIn(tree).map((declared) => [nameOf(declared), declared]),
    );
    const references = found(tree, ts.isTypeReferenceNode).filter(
      ({ typeName, typeArguments }) => {
        const target = byName.get(typeName.getText());
        return (
          typeArguments === undefined &&
          target !== undefined &&
          ts.isInterfaceDeclaration(target) &&
          target.heritageClauses === undefined
        );
      },
    );
    const taken = references.filter(() => random() < 0.2);
    return changed(
      tree,
      (taken.length === 0 ? [one(random, references)] : taken).map(
        (reference) => {
          const target = byName.get(reference.typeName.getText());
          const members =
            target && ts.isInterfaceDeclaration(target) ? target.members : [];
          const parts = members.map((member) =>
            tree.text.slice(member.pos, member.end),
          );
          return [reference, `{${parts.join("")}\n}`];
        },
      ),
    );
  },
  "an alias for an interface": (tree, random) => {
    const taken = interfacesIn(tree).filter(() => random() < 0.15);
    return changed(
      tree,
      taken.map((declared) => {
        const bases = (declared.heritageClauses ?? []).flatMap(({ types }) =>
          types.map((type) => `${type.getText()} & `),
        );
        const open = tree.text.indexOf(
          "{",
          declared.heritageClauses?.end ?? declared.name.end,
        );
        const head = declared.modifiers === undefined ? "" : "export ";
        return [
          declared,
          `${head}type ${declared.name.text} = ${bases.join("")}${tree.text.slice(open, declared.end)};`,
        ];
      }),
    );
  },
  "other punctuation": (tree, random) => {
    const members = found(tree, ts.isPropertySignature).filter(
      () => random() < 0.3,
    );
    return changed(
      tree,
      members
        .map((member) => [
          member,
          member.getText().replace(/;$/, one(random, [",", "", " ;"])) +
            (random() < 0.1 ? " // TODO: rename?" : ""),
        ])
        .filter(([node]) => !hasInner(node as ts.Node, members)) as [
        ts.Node,
        string,
      ][],
    );
  },
  "comments at odd places": (tree, random) => {
    // A line that ends before it makes a list of its own of an array's brackets.
    const places = tokensIn(tree).filter((place) => tree.text[place] !== "[");
    let { text } = tree;
    const chosen = Array.from({ length: 6 }, () => one(random, places)).sort(
      (a, b) => b - a,
    );
    for (const place of new Set(chosen))
      text = text.slice(0, place) + one(random, comments) + text.slice(place);
    return text;
  },
  "another order": ({ source, text }, random) =>
    source.statements
      .map(({ pos, end }) => ({
        at: random(),
        part: `${text.slice(pos, end)}\n`,
      }))
      .sort((a, b) => a.at - b.at)
      .map(({ part }) => part)
      .join(""),
  "other ways to write a type": (tree, random) => {
    const taken = propertiesIn(tree).filter(
      ({ type }) => type !== undefined && random() < 0.05,
    );
    return changed(
      tree,
      taken
        .filter((property) => !hasInner(property, taken))
        .map(({ type }) => {
          const text = type?.getText() ?? "";
          const wrapped = one(random, [
            `(${text})`,
            `Readonly<${text}>`,
            `Array<${text}>`,
            `ReadonlyArray<${text}>`,
            `readonly (${text})[]`,
            `Record<string, ${text}>`,
            `{ [key: string]: ${text} }`,
            `(${text}) | null`,
            `any`,
            `object`,
            `{}`,
          ]);
          return [type, wrapped];
        }),
    );
  },
  "optional for required and back": (tree, random) => {
    const taken = propertiesIn(tree).filter(() => random() < 0.03);
    return changed(
      tree,
      taken.flatMap((property) =>
        property.type === undefined || hasInner(property, taken)
          ? []
          : [
              [
                property,
                `${random() < 0.2 ? "readonly " : ""}${property.name.getText()}${property.questionToken ? "" : "?"}: ${property.type.getText()};`,
              ] as [ts.Node, string],
            ],
      ),
    );
  },
  "without exports": (tree, random) =>
    tree.text.replace(/^export (?=interface|type|const)/gm, (head) =>
      random() < 0.1 ? "" : head,
    ),
  "another field name": (tree, random) => {
    const property = one(random, propertiesIn(tree));
    const name = one(random, [
      `"${property.name.getText().replaceAll('"', "")}"`,
      `"x-${property.name.getText().replaceAll('"', "")}"`,
      "type",
      "constructor",
      "__proto__",
      "default",
      "toString",
      "'quoted'",
      "1",
    ]);
    return changed(tree, [[property.name, name]]);
  },
};
