import { readFileSync } from "node:fs";
import path from "node:path";

/**
 * For the bundle of the program: what the package ships for others to import is
 * imported from there, and only when it is needed. So it is there once, and errors and
 * handlers are the same on both sides. The bundle lies at the top of `dist`.
 * @param {string} root
 * @returns {import("esbuild").Plugin}
 */
export function shippedModules(root) {
  const text = readFileSync(path.join(root, "package.json"), "utf8");
  const shipped = new Set(
    Object.values(JSON.parse(text).exports).map((target) => target.default),
  );
  return {
    name: "shipped-modules",
    setup(build) {
      build.onResolve(
        { filter: /^\.\.?\// },
        ({ path: wanted, resolveDir }) => {
          const file = path.resolve(resolveDir, wanted);
          const within = ["src", "."]
            .map((folder) => path.relative(path.join(root, folder), file))
            .find((one) => /^(runtime|generated)[\\/]/.test(one));
          if (within === undefined) return undefined;
          const name = within
            .replaceAll(path.sep, "/")
            .replace(/\.[jt]s$/, ".js");
          return shipped.has(`./dist/${name}`)
            ? { path: `./${name}`, external: true }
            : undefined;
        },
      );
    },
  };
}
