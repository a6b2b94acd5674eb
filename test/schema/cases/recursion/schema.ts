export type JsonValue = string | number | null | JsonObject | JsonArray;
export type JsonObject = { [key: string]: JsonValue };
export type JsonArray = JsonValue[];

export interface Tree {
  children: Tree[];
  parent?: Tree;
}

export type Nested = [Nested?];

export interface Entry extends Entries {
  first?: Entry;
}
export type Entries = Record<string, Entry>;
