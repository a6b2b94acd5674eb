import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { quote } from "../../../http/shared/quote.ts";
import { AuthorizationError } from "../../client/errors.ts";
import type { Allowed } from "./allowed.ts";
import { privateKind } from "./public-address.ts";

/**
 * Returns a lookup that only resolves to public addresses. It is used for the
 * connection itself: with a separate check before it, the second lookup could
 * return another address.
 */
export function publicLookup(
  lookup: LookupFunction,
  allowed: Allowed,
): LookupFunction {
  return (hostname, options, callback) => {
    // Checks all addresses, because the one to connect to is not known yet.
    lookup(hostname, { ...options, all: true }, (error, found, family) => {
      if (error) {
        callback(error, []);
        return;
      }
      const all = addressesOf(found, family);
      const refused = allowed.name(hostname)
        ? undefined
        : all.find(({ address }) => !mayReach(address, allowed));
      if (refused) callback(addressRefusal(hostname, refused.address), []);
      else if (options.all) callback(null, all);
      else {
        const [first] = all;
        if (first) callback(null, first.address, first.family);
        else callback(new Error(`${quote(hostname)} has no address`), []);
      }
    });
  };
}

/**
 * Normalizes the result: a lookup without support for `all` returns one
 * address.
 */
function addressesOf(
  found: string | LookupAddress[],
  family: number | undefined,
): LookupAddress[] {
  if (typeof found !== "string") return found;
  return [{ address: found, family: family ?? (found.includes(":") ? 6 : 4) }];
}

/** True if an address is public or allowed. */
export function mayReach(address: string, allowed: Allowed): boolean {
  return allowed.address(address) || privateKind(address) === undefined;
}

/**
 * Returns the error for a host with a non-public address. It does not contain
 * the address, which may be confidential, because errors may reach the sender
 * of the URL.
 */
export function addressRefusal(
  host: string,
  address: string,
): AuthorizationError {
  return new AuthorizationError(
    "unsafe-address",
    `${quote(host)} has an address that is not public (${privateKind(address) ?? "private"}): to allow it, add the name or the address to publicFetch({ allow })`,
  );
}
