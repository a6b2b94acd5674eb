/** A module that prints when it is loaded. */
console.log("hello");
process.stdout.write("welcome\n");

export const info = { name: "noisy", version: "1" };
