export interface Members {
  method(): void;
  (): void;
  new (): Members;
  get got(): string;
  set got(value: string);
  untyped;
  private hidden: string;
  [key: number]: string;
  [key: string]: string;
  [another: string]: number;
}
