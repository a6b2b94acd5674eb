export interface Tool {
  name: string;
}

export type isTool = boolean;
