export { docText } from "../emit/print/doc-text.ts";
