export { fileStore, type FileStoreOptions } from "./node/store/file-store.ts";
export { FileStoreError } from "../stores/files/file-store-error.ts";
export { terminal, type TerminalOptions } from "./node/terminal/terminal.ts";
export {
  TerminalLoginError,
  type LoginFailure,
} from "./node/terminal/terminal-login-error.ts";
export {
  publicFetch,
  type PublicFetchOptions,
} from "./node/fetch/public-fetch.ts";
