import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { quote } from "../../../http/shared/quote.ts";
import { AuthorizationError } from "../../client/errors.ts";
import type { Allowed } from "./allowed.ts";
import { privateKind } from "./public-address.ts";

/**
 * A lookup that gives public addresses alone, for the connection that is about to
 * be made: whoever looked before, and asked again, could have been told another.
 */
export function publicLookup(
  lookup: LookupFunction,
  allowed: Allowed,
): LookupFunction {
  return (hostname, options, callback) => {
    // All of them: which one is connected to is not known yet.
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

/** A lookup that knows no `all` gives one. */
function addressesOf(
  found: string | LookupAddress[],
  family: number | undefined,
): LookupAddress[] {
  if (typeof found !== "string") return found;
  return [{ address: found, family: family ?? (found.includes(":") ? 6 : 4) }];
}

/** Whether an address is public, or allowed. */
export function mayReach(address: string, allowed: Allowed): boolean {
  return allowed.address(address) || privateKind(address) === undefined;
}

/**
 * Refuses a host for its address. The address itself may be a secret of the
 * network, and errors come to see those who asked for it.
 */
export function addressRefusal(
  host: string,
  address: string,
): AuthorizationError {
  return new AuthorizationError(
    "unsafe-address",
    `${quote(host)} is at an address that is not public (${privateKind(address) ?? "private"}): publicFetch({ allow }) takes the name, or the address, where it is to be reached`,
  );
}
