import { BlockList, isIP } from "node:net";
import { refuseOption } from "../../../protocol/sound-option.ts";

/** What may be reached although it is not public. */
export interface Allowed {
  /** Whether a name is, wherever it leads. */
  name(name: string): boolean;
  address(address: string): boolean;
}

/** Reads a list of names, addresses and subnets. Throws a TypeError for what is none. */
export function readAllowed(entries: readonly string[]): Allowed {
  const names = new Set<string>();
  const addresses = new BlockList();
  for (const entry of entries)
    if (!addTo(addresses, entry)) names.add(nameOf(entry));
  return {
    name: (name) => names.has(plainName(name)),
    address: (address) => addresses.check(address, familyOf(address)),
  };
}

/** A name as it is compared: a dot at its end says only that it is whole. */
function plainName(name: string): string {
  return name.replace(/\.$/, "").toLowerCase();
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}

/** False for what is no address and no subnet. */
function addTo(list: BlockList, entry: string): boolean {
  const [address = "", prefix, more] = String(entry).split("/");
  if (isIP(address) === 0 || more !== undefined) return false;
  const family = familyOf(address);
  if (prefix === undefined) list.addAddress(address, family);
  else {
    const most = family === "ipv4" ? 32 : 128;
    if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > most)
      refuseOption("allow", `a subnet with a prefix up to ${most}`, entry);
    list.addSubnet(address, Number(prefix), family);
  }
  return true;
}

/** A host name, as it stands in a URL; never a pattern, a URL, or a port. */
function nameOf(entry: string): string {
  const isName = /^[\w-]+(\.[\w-]+)*\.?$/.test(entry);
  const url = isName && URL.canParse(`http://${entry}`);
  // What a URL reads as a number is an address in disguise.
  if (!url || isIP(new URL(`http://${entry}`).hostname) !== 0)
    refuseOption("allow", "a list of host names, addresses and subnets", entry);
  return plainName(entry);
}
