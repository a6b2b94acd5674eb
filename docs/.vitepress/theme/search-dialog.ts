// The search of the default theme calls itself a button, and its results options that
// cannot hold links: who cannot see it hears of nothing to type in. It is a dialog with
// a list of links, and says so.

/** What is used of a browser: nothing else of the repository knows one. */
interface Dom {
  readonly document: { readonly body: object };
  readonly MutationObserver: new (
    listener: (changes: readonly Change[]) => void,
  ) => { observe(target: object, options: object): void };
}

interface Change {
  readonly addedNodes: Iterable<Partial<Element>>;
}

interface Element {
  readonly classList: { contains(name: string): boolean };
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  querySelectorAll(selector: string): Iterable<Element>;
}

/** Attributes that say what is not so, by what has them. */
const wrong: readonly (readonly [selector: string, attribute: string])[] = [
  ["#localsearch-list", "role"],
  ["#localsearch-list > li", "role"],
  ["#localsearch-list > li", "aria-selected"],
  // What the link says is what can be read in it.
  ["a.result", "aria-label"],
];

const wrongOfDialog = ["aria-expanded", "aria-haspopup", "aria-owns"];

/** Mends the search whenever it is opened, and whenever it has found something. */
export function mendSearchDialog(): void {
  const { document, MutationObserver } = globalThis as unknown as Dom;
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) {
        if (!node.classList?.contains("VPLocalSearchBox")) continue;
        // It has that class, so it is an element.
        const dialog = node as Element;
        mend(dialog);
        new MutationObserver(() => mend(dialog)).observe(dialog, {
          childList: true,
          subtree: true,
          attributes: true,
          attributeFilter: [...wrongOfDialog, "aria-selected", "aria-label"],
        });
      }
  }).observe(document.body, { childList: true });
}

function mend(dialog: Element): void {
  dialog.setAttribute("role", "dialog");
  dialog.setAttribute("aria-modal", "true");
  for (const name of wrongOfDialog) dialog.removeAttribute(name);
  for (const [selector, name] of wrong)
    for (const one of dialog.querySelectorAll(selector))
      one.removeAttribute(name);
  // Pictures of keys.
  for (const keys of dialog.querySelectorAll(".search-keyboard-shortcuts"))
    keys.setAttribute("aria-hidden", "true");
}
