export interface Box<T> {
  content: T;
}

export type List<Item extends string = string> = Item[];

export interface Uses {
  box: Box<string>;
}
