import { vi } from "vitest";

/** A clock that goes on as ever, and further where a test winds it. */
export function windClock(): void {
  vi.useFakeTimers({
    toFake: [
      ...(["Date", "performance"] as const),
      ...(["setTimeout", "clearTimeout"] as const),
      ...(["setInterval", "clearInterval"] as const),
    ],
    shouldAdvanceTime: true,
    advanceTimeDelta: 1,
  });
}
