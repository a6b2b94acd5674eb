import type { Prover } from "../prover.ts";
import { beside, targetOf, type Term } from "../term.ts";

type Proof = (flat: readonly Term[], to: Term, prover: Prover) => boolean;

export const isReferenceProven: Proof = (flat, to, prover) => {
  const target = targetOf(to);
  return target !== undefined && prover.proves(flat, target);
};

export const isAllOfProven: Proof = (flat, to, prover) =>
  (to.schema.allOf ?? []).every((one) => prover.proves(flat, beside(to, one)));

export const isAnyOfProven: Proof = (flat, to, prover) =>
  (to.schema.anyOf ?? []).some((one) => prover.proves(flat, beside(to, one)));

/** One holds, and with none of the others there is any value. */
export const isOneOfProven: Proof = (flat, to, prover) => {
  const members = (to.schema.oneOf ?? []).map((one) => beside(to, one));
  return members.some(
    (member) =>
      prover.proves(flat, member) &&
      members.every(
        (other) => other === member || prover.isEmpty([...flat, other]),
      ),
  );
};

export const isNotProven: Proof = (flat, to, prover) =>
  prover.isEmpty([...flat, beside(to, to.schema.not ?? {})]);

export const isIfProven: Proof = (flat, to, prover) => {
  const { if: condition = {}, then = {}, else: otherwise = {} } = to.schema;
  return (
    prover.proves([...flat, beside(to, condition)], beside(to, then)) &&
    prover.proves(
      [...flat, beside(to, { not: condition })],
      beside(to, otherwise),
    )
  );
};
