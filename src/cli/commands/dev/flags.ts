/** The options of `dev`, as commander reads them. */
export interface DevFlags {
  http?: true;
  inspector?: true;
  url?: string;
  watch: string[];
}
