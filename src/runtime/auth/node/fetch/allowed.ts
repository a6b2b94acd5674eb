import { BlockList, isIP } from "node:net";
import { refuseOption } from "../../../protocol/sound-option.ts";

/** Non-public hosts that may be reached. */
export interface Allowed {
  /** True if a name is allowed, regardless of its addresses. */
  name(name: string): boolean;
  address(address: string): boolean;
}

/**
 * Parses a list of names, addresses and subnets. Throws a TypeError for an
 * invalid entry.
 */
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

/**
 * Normalizes a name for comparison. A dot at the end only means that the name
 * is absolute.
 */
function plainName(name: string): string {
  return name.replace(/\.$/, "").toLowerCase();
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}

/**
 * Adds an address or a subnet to a list. Returns false if the entry is neither.
 */
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

/** Validates a host name. Patterns, URLs and ports are not allowed. */
function nameOf(entry: string): string {
  const isName = /^[\w-]+(\.[\w-]+)*\.?$/.test(entry);
  const url = isName && URL.canParse(`http://${entry}`);
  // Rejects names that URLs parse as a number, which means an IPv4 address.
  if (!url || isIP(new URL(`http://${entry}`).hostname) !== 0)
    refuseOption("allow", "a list of host names, addresses and subnets", entry);
  return plainName(entry);
}
