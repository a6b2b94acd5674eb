export const TEXT = "text";
const NUMBER = -32700;
export const FLAG = true as const;
export const ANNOTATED: string = "annotated";
export const PLAIN = `plain`;
export const ONE = 1,
  TWO = (2);
export const CHECKED = "checked" satisfies string;
export declare const DECLARED: "declared";

export interface Uses {
  text: typeof TEXT;
  code: typeof NUMBER;
}
