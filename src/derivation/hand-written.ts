import type { Protocol } from "../model/index.ts";
import {
  isWithin,
  sumLines,
  wordsOf,
  type CountedCode,
  type CountedFolder,
} from "./counted.ts";
import { emittedLayers, type EmittedName } from "./emitted-layers.ts";
import {
  generatorFolders,
  handWrittenLayers,
  type HandWritten,
} from "./hand-written-layers.ts";
import type {
  GeneratorPart,
  HandWrittenLayer,
  LineCount,
  MethodKnowledge,
} from "./report.ts";

const emitterFolders: readonly string[] = Object.values(emittedLayers).flatMap(
  (layer) => layer.emitters,
);

const places: readonly string[] = [
  ...[...handWrittenLayers, ...generatorFolders].map(({ folder }) => folder),
  ...emitterFolders,
];

/** The folders of the counted code that are of a place, and of none inside it. */
export function foldersAt(
  place: string,
  { folders }: CountedCode,
): CountedFolder[] {
  const inner = places.filter(
    (other) => other !== place && isWithin(other, place),
  );
  return folders.filter(
    ({ path }) =>
      isWithin(path, place) && !inner.some((other) => isWithin(path, other)),
  );
}

/** What is counted and of no layer: a new folder of the repository that none names. */
export function unplacedFolders({ folders }: CountedCode): string[] {
  return folders
    .map(({ path }) => path)
    .filter((path) => !places.some((place) => isWithin(path, place)));
}

/** The layers that people wrote, and what each has to do with a revision. */
export function countHandWritten(
  protocol: Protocol,
  counted: CountedCode,
): HandWrittenLayer[] {
  const methods = new Set(methodsOf(protocol).map(({ method }) => method));
  return handWrittenLayers.map((layer) => {
    const { name, what, folder, needed } = layer;
    const folders = foldersAt(folder, counted);
    return {
      name,
      what,
      origin: "hand-written",
      files: folders.reduce((sum, { files }) => sum + files, 0),
      lines: sumLines(folders),
      methods: wordsOf(folders).filter((word) => methods.has(word)),
      isNeeded: needed === undefined || needed.by(protocol),
      ...(needed === undefined ? {} : { neededFor: needed.text }),
    };
  });
}

/** The parts of the generator that are of no layer alone. */
export function countGenerator(counted: CountedCode): GeneratorPart[] {
  return generatorFolders.map(({ name, what, folder }: HandWritten) => ({
    name,
    what,
    lines: sumLines(foldersAt(folder, counted)),
  }));
}

/** The code that prints a layer. */
export function emitterLines(
  name: EmittedName,
  counted: CountedCode,
): LineCount {
  const { emitters } = emittedLayers[name];
  return sumLines(emitters.flatMap((place) => foldersAt(place, counted)));
}

/** Each method, and who knows it. */
export function methodKnowledge(
  protocol: Protocol,
  layers: readonly HandWrittenLayer[],
): MethodKnowledge[] {
  return methodsOf(protocol).map(({ method, kind }) => ({
    method,
    kind,
    knownBy: layers
      .filter(({ methods }) => methods.includes(method))
      .map(({ name }) => name),
  }));
}

function methodsOf({
  requests,
  notifications,
}: Protocol): Pick<MethodKnowledge, "method" | "kind">[] {
  return [
    ...requests.map(({ method }) => ({ method, kind: "request" as const })),
    ...notifications.map(({ method }) => ({
      method,
      kind: "notification" as const,
    })),
  ];
}
