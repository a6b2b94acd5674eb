import type { Part } from "./divide.ts";
import type { Lane } from "./told.ts";

const lane = { width: 156, top: 84 } as const;
const box = { width: 146, height: 40 } as const;
const row = 62;
const margin = 16;

/**
 * A picture of the way: a column for each room, a box for each stage, from above to below.
 * It brings its own ground, so that it can be read whatever page it stands on.
 */
export function picture(title: string, parts: readonly Part[]): string {
  const lanes = [...new Set(parts.map((part) => part.lane))];
  const width = lanes.length * lane.width + 2 * margin;
  const height = lane.top + parts.length * row + margin;
  const centre = (of: Lane): number =>
    margin + lanes.indexOf(of) * lane.width + lane.width / 2;
  const top = (index: number): number => lane.top + index * row + 8;
  const boxes = parts.map((part, index) =>
    stage(`${index + 1}. ${part.title}`, centre(part.lane), top(index)),
  );
  const arrows = parts.slice(1).map((part, index) => {
    const from = parts[index]?.lane ?? part.lane;
    return arrow(centre(from), centre(part.lane), top(index) + box.height);
  });
  const way = parts.map(
    (part, index) => `${index + 1}. ${part.title} (${part.lane.folder}).`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title way">`,
    `<title id="title">${escape(title)}</title>`,
    `<desc id="way">${escape(way.join(" "))}</desc>`,
    `<style>${style}</style>`,
    `<rect class="ground" width="${width}" height="${height}" rx="8"/>`,
    ...lanes.map((one) => column(one, centre(one), height)),
    ...arrows,
    ...boxes,
    "</svg>",
    "",
  ].join("\n");
}

export const style: string = [
  ".ground{fill:#fff}.line{stroke:#8c959f;stroke-dasharray:3 4}",
  ".box{fill:#ddf4ff;stroke:#0969da}.arrow{fill:none;stroke:#59636e;stroke-width:1.5}",
  ".tip{fill:#59636e}text{fill:#1f2328;text-anchor:middle;font:13px system-ui,sans-serif}",
  ".room{font-weight:600;font-size:15px}.folder{fill:#59636e;font:11px ui-monospace,monospace}",
  "@media(prefers-color-scheme:dark){.ground{fill:#0d1117}.line{stroke:#656c76}",
  ".box{fill:#121d2f;stroke:#4493f8}.arrow{stroke:#9198a1}.tip{fill:#9198a1}",
  "text{fill:#f0f6fc}.folder{fill:#9198a1}}",
].join("");

function column({ title, folder }: Lane, x: number, height: number): string {
  return [
    `<text class="room" x="${x}" y="32">${escape(title)}</text>`,
    `<text class="folder" x="${x}" y="52">${escape(folder)}</text>`,
    `<path class="line" d="M${x} 64V${height - margin / 2}"/>`,
  ].join("");
}

function stage(title: string, x: number, y: number): string {
  return [
    `<rect class="box" x="${x - box.width / 2}" y="${y}" width="${box.width}" height="${box.height}" rx="6"/>`,
    `<text x="${x}" y="${y + box.height / 2 + 5}">${escape(title)}</text>`,
  ].join("");
}

/** From the bottom of a box to the top of the next. */
function arrow(from: number, to: number, y: number): string {
  const end = y + row - box.height;
  const middle = y + (row - box.height) / 2 - 3;
  const turn = from === to ? "" : `V${middle}H${to}`;
  return [
    `<path class="arrow" d="M${from} ${y}${turn}V${end - 5}"/>`,
    `<path class="tip" d="M${to - 5} ${end - 7}h10l-5 7z"/>`,
  ].join("");
}

export function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
