/** No value was found that fits a schema. */
export class NoExampleError extends Error {
  constructor() {
    super("no value that fits the schema was found");
    this.name = "NoExampleError";
  }
}
