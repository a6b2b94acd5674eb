/**
 * Bytes in memory of their own, which the platform's functions ask for. Since
 * TypeScript 5.7 that is `Uint8Array<ArrayBuffer>`; before, `Uint8Array` takes
 * no argument.
 */
export type Bytes = ReturnType<Uint8ArrayConstructor["of"]>;
