import type { Theme } from "vitepress";
// The default theme, with the fonts of the reader's system: none are loaded.
import theme from "vitepress/theme-without-fonts";
import { mendSearchDialog } from "./search-dialog.ts";
import "./style.css";

export default {
  extends: theme,
  enhanceApp() {
    // Pages are also made where there is no browser.
    if ("document" in globalThis) mendSearchDialog();
  },
} satisfies Theme;
