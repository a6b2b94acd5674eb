import type { Login } from "../../../src/runtime/auth/index.ts";

const redirectUri = "http://127.0.0.1:33418/callback";

/** A person who agrees to everything, at once: they come out where the server sends them. */
export const agreeable: Login = {
  start: () =>
    Promise.resolve({
      redirectUri,
      async visit(url) {
        const { headers, status } = await fetch(url, { redirect: "manual" });
        const location = headers.get("location");
        if (location?.startsWith(redirectUri)) return new URL(location);
        throw new Error(`the login ends with HTTP ${status}`);
      },
      end() {},
    }),
};
