// The search of the default theme calls itself a button, which has controls in it: who
// cannot see it hears of one button, and of nothing to type in. It is a dialog.

/** What is used of a browser: nothing else of the repository knows one. */
interface Dom {
  readonly document: { readonly body: object };
  readonly MutationObserver: new (
    listener: (changes: readonly Change[]) => void,
  ) => { observe(target: object, options: object): void };
}

interface Change {
  readonly addedNodes: Iterable<Partial<Dialog>>;
}

interface Dialog {
  readonly classList: { contains(name: string): boolean };
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
}

const wrong = ["aria-expanded", "aria-haspopup", "aria-owns"];

/** Mends the search whenever it is opened. */
export function mendSearchDialog(): void {
  const { document, MutationObserver } = globalThis as unknown as Dom;
  const mend = (dialog: Dialog): void => {
    dialog.setAttribute("role", "dialog");
    dialog.setAttribute("aria-modal", "true");
    for (const name of wrong) dialog.removeAttribute(name);
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) {
        if (!node.classList?.contains("VPLocalSearchBox")) continue;
        // It has that class, so it is an element.
        const dialog = node as Dialog;
        mend(dialog);
        // Each search sets them again.
        const options = { attributes: true, attributeFilter: wrong };
        new MutationObserver(() => mend(dialog)).observe(dialog, options);
      }
  }).observe(document.body, { childList: true });
}
