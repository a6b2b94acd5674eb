export {
  fileTaskStore,
  type FileTaskStore,
  type FileTaskStoreOptions,
} from "./store/node/file-tasks.ts";
export { FileStoreError } from "../files/file-store-error.ts";
