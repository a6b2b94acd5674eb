export class Client {}
export function call(): void {}
export namespace Inner {}
export let changing = 1;
export default interface Main {}
export const { a, b } = 1;
declare global {}
console.log("loaded");
export type Instance = Client;
export = Client;
abstract interface Odd {}
