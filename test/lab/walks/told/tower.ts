import { escape, style } from "./picture.ts";

/** Folders of the runtime, the highest first: each imports only from folders below it. */
export const levels: readonly (readonly (readonly [
  room: string,
  says: string,
])[])[] = [
  [["entries", "modules that users import"]],
  [["stores/redis", "sessions and tasks in Redis"]],
  [
    ["tasks", "calls that take long"],
    ["sessions", "sessions and event streams"],
  ],
  [
    ["auth", "authorization, over HTTP"],
    ["extension", "methods of other schemas"],
    ["registry", "an adapter for ajv"],
  ],
  [
    ["http", "messages over HTTP"],
    ["stdio", "messages over lines of bytes"],
    ["stores/files", "locks, atomic replacement"],
    ["otel", "spans and metrics"],
  ],
  [
    ["server", "answers clients"],
    ["client", "calls servers"],
  ],
  [["features", "tools, resources, prompts"]],
  [["peer", "one end of a connection"]],
  [["protocol", "messages, revisions, timers"]],
];

const width = 640;
const margin = 16;
const floor = { height: 56, gap: 14 } as const;

/** A picture of the rooms: who stands above imports from below, and never the other way. */
export function tower(): string {
  const height = levels.length * (floor.height + floor.gap) + 2 * margin;
  const way = levels.map((level) => level.map(([room]) => room).join(", "));
  const floors = levels.map((level, at) => {
    const each =
      (width - 2 * margin - (level.length - 1) * floor.gap) / level.length;
    const y = margin + at * (floor.height + floor.gap);
    return level
      .map(([room, says], index) => {
        const x = margin + index * (each + floor.gap);
        const middle = x + each / 2;
        return [
          `<rect class="box" x="${x}" y="${y}" width="${each}" height="${floor.height}" rx="6"/>`,
          `<text class="room" x="${middle}" y="${y + 24}">${escape(room)}</text>`,
          `<text x="${middle}" y="${y + 43}">${escape(says)}</text>`,
        ].join("");
      })
      .join("");
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title way">`,
    `<title id="title">The rooms of the runtime</title>`,
    `<desc id="way">From above to below, each imports only what is below it: ${escape(way.join("; "))}.</desc>`,
    `<style>${style}</style>`,
    `<rect class="ground" width="${width}" height="${height}" rx="8"/>`,
    ...floors,
    "</svg>",
    "",
  ].join("\n");
}
