/** Where a guide shows a command at work. */
export const guides: Readonly<Record<string, string>> = {
  generate: "[Generate](../guides/generate.md)",
  check: "[Generate](../guides/generate.md)",
  update: "[Update](../guides/update.md)",
  watch: "[Watch](../guides/watch.md)",
  init: "[Install and start](../guides/start.md)",
  dev: "[Install and start](../guides/start.md)",
  list: "[Generate](../guides/generate.md)",
  inspect: "[Generate](../guides/generate.md)",
  diff: "[Diff](../guides/diff.md)",
  validate: "[Validate](../guides/validate.md)",
  client: "[Typed clients](../guides/typed-clients.md)",
  server: "[Servers and mocks from a description](../guides/contracts.md)",
  mock: "[Servers and mocks from a description](../guides/contracts.md)",
  compile: "[Compiled schemas](../guides/compiled-schemas.md)",
  call: "[Call](../guides/call.md)",
};
