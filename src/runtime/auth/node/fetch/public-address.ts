import { BlockList, isIP, isIPv4 } from "node:net";

/** Kind of non-public address, with its subnets. */
type Kind = readonly [name: string, ...subnets: string[]];

/** Special-purpose IPv4 registry of IANA, and one address for cloud hosts. */
const kinds4: readonly Kind[] = [
  ["loopback", "127.0.0.0/8"],
  ["private", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"],
  ["link-local", "169.254.0.0/16"],
  ["shared with a provider", "100.64.0.0/10"],
  ["unspecified", "0.0.0.0/8"],
  ["multicast", "224.0.0.0/4"],
  ["reserved", "240.0.0.0/4", "192.0.0.0/24", "192.88.99.0/24"],
  ["for documentation", "192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24"],
  ["for benchmarks", "198.18.0.0/15"],
  // The host of a virtual machine in Azure.
  ["of a cloud's host", "168.63.129.16/32"],
];

/**
 * Non-public subnets of global unicast. All other IPv6 addresses are
 * non-public.
 */
const kinds6: readonly Kind[] = [
  ["a tunnel to IPv4", "2002::/16", "2001::/32"],
  ["for documentation", "2001:db8::/32", "3fff::/20"],
  ["reserved", "2001::/23"],
];

/**
 * Subnets outside global unicast, with names for error messages. All others are
 * "reserved".
 */
const others6: readonly Kind[] = [
  ["unspecified", "::/128"],
  ["loopback", "::1/128"],
  ["private", "fc00::/7", "fec0::/10"],
  ["link-local", "fe80::/10"],
  ["multicast", "ff00::/8"],
];

/**
 * IPv6 subnets that embed an IPv4 address in the last 32 bits. Packets go to
 * that IPv4 address.
 */
const carriers4: readonly string[] = ["::ffff:0:0/96", "64:ff9b::/96"];

interface Judges {
  readonly of4: Lists;
  readonly of6: Lists;
  readonly globalUnicast: BlockList;
  readonly carriers: BlockList;
}

let made: Judges | undefined;

/** Returns the lists; they are created on first use. */
function judges(): Judges {
  return (made ??= {
    of4: lists(kinds4, "ipv4"),
    of6: lists([...kinds6, ...others6], "ipv6"),
    globalUnicast: subnetList(["2000::/3"], "ipv6"),
    carriers: subnetList(carriers4, "ipv6"),
  });
}

/**
 * Returns the kind of a non-public address, or undefined for a public address.
 */
export function privateKind(address: string): string | undefined {
  // A link-local address may have an interface suffix.
  const [plain = ""] = address.split("%");
  if (isIP(plain) === 0) return "no address";
  const carried = carriedBy(plain);
  const { of4, of6, globalUnicast } = judges();
  if (carried !== undefined) return named(of4, carried, "ipv4");
  const known = named(of6, plain, "ipv6");
  if (known !== undefined) return known;
  return globalUnicast.check(plain, "ipv6") ? undefined : "reserved";
}

/** Returns the IPv4 address itself, or the one that an IPv6 address embeds. */
function carriedBy(address: string): string | undefined {
  if (isIPv4(address)) return address;
  const isCarrier = judges().carriers.check(address, "ipv6");
  return isCarrier ? lastBits(address) : undefined;
}

/** Returns the last 32 bits of an IPv6 address as an IPv4 address. */
function lastBits(address: string): string {
  // `URL` normalizes the address, and writes an IPv4 suffix as two groups.
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [high, low] = `0:${written.replace("::", ":0:0:")}`
    .split(":")
    .slice(-2)
    .map((group) => parseInt(group || "0", 16));
  const bits = (high ?? 0) * 0x10000 + (low ?? 0);
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 0xff).join(".");
}

type Lists = readonly (readonly [name: string, list: BlockList])[];

function lists(kinds: readonly Kind[], family: "ipv4" | "ipv6"): Lists {
  return kinds.map(([name, ...subnets]) => [name, subnetList(subnets, family)]);
}

function subnetList(
  subnets: readonly string[],
  family: "ipv4" | "ipv6",
): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [net = "", prefix = ""] = subnet.split("/");
    list.addSubnet(net, Number(prefix), family);
  }
  return list;
}

function named(
  lists: Lists,
  address: string,
  family: "ipv4" | "ipv6",
): string | undefined {
  return lists.find(([, list]) => list.check(address, family))?.[0];
}
