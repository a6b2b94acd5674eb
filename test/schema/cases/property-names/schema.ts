export interface Names {
  "with.dot/and-slash": string;
  'single': string;
  1: string;
  0x10: string;
  1.50: string;
  __proto__: string;
  constructor: string;
  hasOwnProperty?: string;
  class: string;
  "": string;
  "*/": string;
  "\u2028": string;
}
