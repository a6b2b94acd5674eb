/** What hears the messages of a transport: the library's client sets it when it connects. */
interface Hearing<Arguments extends readonly unknown[]> {
  onmessage?: ((...args: Arguments) => void) | undefined;
}

/**
 * Hands on each message of a connected transport in a turn of its own. The official clients
 * forget who hears of progress as soon as they have the result, and look at notifications a
 * moment later: those that came in the same read as the result would be lost.
 */
export function oneByOne<Arguments extends readonly unknown[]>(
  transport: Hearing<Arguments>,
): void {
  const hear = transport.onmessage?.bind(transport);
  const waiting: Arguments[] = [];
  let isTaken = false;
  const hearNext = (): void => {
    const message = waiting.shift();
    isTaken = message !== undefined;
    if (message === undefined) return;
    setImmediate(hearNext);
    hear?.(...message);
  };
  transport.onmessage = (...message) => {
    if (isTaken) return void waiting.push(message);
    // At once, as the connection may end right behind it.
    isTaken = true;
    setImmediate(hearNext);
    hear?.(...message);
  };
}
