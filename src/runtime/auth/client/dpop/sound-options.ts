import {
  type OptionNames,
  refuseOption,
  requireKnown,
} from "../../../protocol/sound-option.ts";
import { isObject } from "../../../protocol/message.ts";
import { isPlatformKey } from "../credentials/platform-key.ts";
import {
  algorithmsOf,
  isSigningAlgorithm,
  signingAlgorithms,
} from "../credentials/private-key.ts";
import type { DpopOptions } from "./options.ts";

const known: OptionNames<DpopOptions> = {
  required: true,
  algorithm: true,
  key: true,
};

/**
 * Validates the DPoP options. Throws a TypeError for invalid or unknown
 * options.
 */
export function validateDpop(
  dpop: boolean | DpopOptions | undefined,
): boolean | DpopOptions | undefined {
  if (dpop === undefined || typeof dpop === "boolean") return dpop;
  if (!isObject(dpop)) refuseOption("dpop", "a boolean or an object", dpop);
  requireKnown("dpop", dpop, known);
  const { required = true, algorithm, key }: DpopOptions = dpop;
  if (typeof required !== "boolean")
    refuseOption("dpop.required", "a boolean", required);
  if (algorithm !== undefined && !isSigningAlgorithm(algorithm))
    refuseOption(
      "dpop.algorithm",
      `one of ${signingAlgorithms.join(", ")}`,
      algorithm,
    );
  if (key !== undefined) checkKey(dpop);
  return dpop;
}

function checkKey({ key, algorithm }: DpopOptions): void {
  const { privateKey, publicKey }: Partial<NonNullable<typeof key>> = key ?? {};
  if (
    !isPlatformKey(privateKey) ||
    privateKey.type !== "private" ||
    !privateKey.usages.includes("sign") ||
    !isPlatformKey(publicKey) ||
    publicKey.type !== "public" ||
    !publicKey.extractable
  )
    throw new TypeError(
      'dpop.key is a CryptoKeyPair: a private key whose usage is "sign", and an extractable public key',
    );
  const fitting = algorithmsOf(privateKey);
  if (fitting.length === 0 || (algorithm && !fitting.includes(algorithm)))
    throw new TypeError(
      `dpop.key is for ${fitting.join(" or ") || "something else"}, not for ${algorithm ?? "signing"}`,
    );
}
