import { defineConfig } from "vitest/config";
import { wireCheck } from "./support/wire-check/plugin.ts";

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  plugins: [wireCheck()],
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    setupFiles: ["test/support/wire-check/setup.ts"],
  },
});
