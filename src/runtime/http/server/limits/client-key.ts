import type { ClientKey } from "../options.ts";
import { toError } from "../../../protocol/errors.ts";
import type { HttpRequest } from "../../shared/request-response.ts";
import type { HttpExchange } from "../exchange.ts";

/**
 * What a client is known by: its principal, else what `clientKey` says, else
 * its address. Empty where nothing is known. What `clientKey` throws is reported,
 * and a key that is no text.
 */
export function clientKeyOf(
  exchange: HttpExchange,
  clientKey: ClientKey | undefined,
  onError: (error: Error) => void,
): string {
  const { principal } = exchange.viewer;
  if (principal !== undefined) return `principal ${principal}`;
  try {
    const key: unknown = clientKey?.(requestOf(exchange));
    if (typeof key === "string" && key !== "") return `key ${key}`;
    if (key !== undefined && key !== "")
      throw new TypeError("clientKey returns a string, or undefined");
  } catch (error) {
    onError(toError(error));
  }
  const { address } = exchange;
  return address === undefined ? "" : `address ${networkOf(address)}`;
}

/** A request for users: its function can be taken from it, and takes a name in any case. */
export function requestOf(exchange: HttpExchange): HttpRequest {
  const { method, target, native } = exchange;
  const header = (name: string): string | undefined =>
    exchange.header(name.toLowerCase());
  return { method, target, native, header };
}

/** Who has one IPv6 address has 2^64 of them: the first half tells whose they are. */
function networkOf(address: string): string {
  if (address.startsWith("::ffff:") && address.includes("."))
    return address.slice("::ffff:".length);
  if (!address.includes(":")) return address;
  const [front = "", back] = address.split("::");
  const parts = front === "" ? [] : front.split(":");
  const rest = back === undefined || back === "" ? [] : back.split(":");
  const zeros =
    back === undefined ? 0 : Math.max(0, 8 - parts.length - rest.length);
  const all = [...parts, ...Array<string>(zeros).fill("0"), ...rest];
  return all.slice(0, 4).join(":");
}
