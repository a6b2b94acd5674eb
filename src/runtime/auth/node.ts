export { fileStore, type FileStoreOptions } from "./node/store/file-store.ts";
export { FileStoreError } from "./node/store/file-store-error.ts";
