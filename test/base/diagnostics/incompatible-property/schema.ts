export interface Base {
  id: string | number;
  name: string;
  tags?: string[];
  anything: unknown;
}

/** Narrows what its base says. */
export interface Good extends Base {
  id: "a" | 1;
  tags: string[];
  anything: null;
}

export interface Middle extends Base {}

export interface Wrong extends Middle {
  id: boolean;
  name?: string;
  tags: string[] | string;
}

export interface Labels {
  [key: string]: string;
  count: number;
}
