export interface Base {
  id: string;
}

export interface Source extends Base {
  name: string;
}

export type Good = Pick<Source, "id" | "name">;
export type Bad = Pick<Source, "id" | "nmae">;
export type Gone = Pick<Omit<Source, "id">, "id">;
export type Open = Pick<Record<string, string>, "anything">;
