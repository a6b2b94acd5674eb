import type { Offered } from "../../../protocol/scopes/permit.ts";

/** Throws a TypeError where features need scopes: nobody asks for them. */
export function requireAsked({ isScoped }: Offered): void {
  if (isScoped)
    throw new TypeError(
      "features need scopes: authorize has to be what protect() gives",
    );
}
