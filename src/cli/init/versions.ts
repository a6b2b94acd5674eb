/** What is written for a package that a project does not have yet. */
export const versions: Readonly<Record<string, string>> = {
  "@types/node": "^20.19.43",
  "@valibot/to-json-schema": "^1.8.0",
  ajv: "^8.20.0",
  arktype: "^2.2.9",
  typescript: "^7.0.2",
  valibot: "^1.5.0",
  zod: "^4.6.7",
};
