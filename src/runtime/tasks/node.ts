export {
  fileTaskStore,
  type FileTaskStore,
  type FileTaskStoreOptions,
} from "./store/node/file-tasks.ts";
export { FileStoreError } from "../stores/files/file-store-error.ts";
