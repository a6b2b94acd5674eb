/** Whether a name can stand after a dot, and unquoted as a property. */
export function isIdentifierName(name: string): boolean {
  // The wide pattern takes long to build, and most names are of ASCII.
  if (/^[a-z$_][\w$]*$/i.test(name)) return true;
  return /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u.test(name);
}
