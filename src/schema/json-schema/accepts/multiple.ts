/**
 * Whether a number is a multiple of another, of both as they are written in decimals:
 * 0.3 is three times 0.1, though the quotient of the floating-point numbers is no integer.
 */
export function isMultipleOf(value: number, of: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(of))
    return value % of === 0;
  const left = decimal(value);
  const right = decimal(of);
  const exponent = Math.min(left.exponent, right.exponent);
  return scaled(left, exponent) % scaled(right, exponent) === 0n;
}

interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** A finite number as digits before a power of ten, from its shortest text. */
function decimal(value: number): Decimal {
  const [mantissa = "", power = "0"] = String(value).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return {
    digits: BigInt(whole + fraction),
    exponent: Number(power) - fraction.length,
  };
}

function scaled({ digits, exponent }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to);
}
