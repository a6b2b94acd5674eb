// The least code that checks a JWT with jose.
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from "jose";
import type { Guard } from "./http-control.ts";

export function createCheck({
  issuer,
  resource,
  keys,
}: Guard): (header: string | undefined) => Promise<unknown> {
  const find = createLocalJWKSet({ keys } as JSONWebKeySet);
  const expected = { issuer, audience: resource };
  return async (header = "") =>
    jwtVerify(header.slice("Bearer ".length), find, expected);
}
