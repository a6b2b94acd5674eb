/**
 * Whether an address is of the host that an API keeps its raw files on: of its own name with
 * `raw.` instead of `api.`, or before it.
 */
export function isRawHost(api: URL, to: URL): boolean {
  if (to.protocol !== api.protocol || to.port !== api.port) return false;
  if (api.hostname === "api.github.com")
    return to.hostname === "raw.githubusercontent.com";
  return to.hostname === `raw.${api.hostname.replace(/^api\./, "")}`;
}
