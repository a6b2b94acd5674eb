import type { DrawnSpan } from "./run.ts";

const width = 760;
const left = 300;
const rowHeight = 34;
const top = 44;
const kinds = ["internal", "server", "client"];
/** One for each process, told apart without their hue, too. */
const colours = ["#3b6fd4", "#b3541e", "#2f8f5b", "#8a4fbf"];

/** A picture of a trace: a row for each span, and time from left to right. */
export function draw(spans: readonly DrawnSpan[]): string {
  const begins = Math.min(...spans.map(({ beginsMs }) => beginsMs));
  const lasts = Math.max(...spans.map(({ endsMs }) => endsMs)) - begins;
  const names = [...new Set(spans.map(({ process }) => process))];
  const scale = (width - left - 80) / lasts;
  const rows = spans.map((span, index) => {
    const { name, process, kind, beginsMs, endsMs } = span;
    const y = top + index * rowHeight;
    const x = left + (beginsMs - begins) * scale;
    const length = Math.max((endsMs - beginsMs) * scale, 2);
    const colour = colours[names.indexOf(process) % colours.length] ?? "";
    const label = `${"\u00a0".repeat(3 * depthOf(span, spans))}${name}`;
    return `  <g data-process="${process}" data-kind="${kinds[kind] ?? ""}" data-depth="${depthOf(span, spans)}" data-name="${name}">
    <text x="8" y="${y + 12}" class="name">${label}</text>
    <text x="8" y="${y + 25}" class="kind">${"\u00a0".repeat(3 * depthOf(span, spans))}${process} · ${(kinds[kind] ?? "").toUpperCase()}</text>
    <rect x="${round(x)}" y="${y}" width="${round(length)}" height="18" rx="3" fill="${colour}"/>
    <text x="${round(x + length + 6)}" y="${y + 13}" class="kind">${round(endsMs - beginsMs)} ms</text>
  </g>`;
  });
  const height = top + spans.length * rowHeight + 8;
  const legend = names.map((name, index) => {
    const x = left + index * 130;
    const colour = colours[index % colours.length] ?? "";
    return `  <rect x="${x}" y="12" width="14" height="14" rx="3" fill="${colour}"/>
  <text x="${x + 20}" y="24" class="name">${name}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="trace-title">
  <title id="trace-title">One trace of ${names.length} processes: ${spans.map(({ process, name }) => `${process}: ${name}`).join("; ")}</title>
  <style>
    text { font: 13px system-ui, sans-serif; fill: #1b1b1f; }
    .kind { font-size: 11px; fill: #55565c; }
  </style>
  <rect width="${width}" height="${height}" fill="#fff"/>
  <text x="8" y="24" class="name">trace ${spans[0]?.traceId.slice(0, 8) ?? ""}…</text>
${[...legend, ...rows].join("\n")}
</svg>
`;
}

/** What a picture says of its spans, and what a run gives: without times and ids. */
export function outline(spans: readonly DrawnSpan[]): string[] {
  return spans.map((span) =>
    [span.process, kinds[span.kind], depthOf(span, spans), span.name].join(" "),
  );
}

/** The same, of a picture. */
export function outlineOf(svg: string): string[] {
  const rows = svg.matchAll(
    /<g data-process="(.*?)" data-kind="(.*?)" data-depth="(.*?)" data-name="(.*?)">/g,
  );
  return [...rows].map(([, ...parts]) => parts.join(" "));
}

function depthOf(span: DrawnSpan, spans: readonly DrawnSpan[]): number {
  const parent = spans.find(({ spanId }) => spanId === span.parentId);
  return parent ? 1 + depthOf(parent, spans) : 0;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
