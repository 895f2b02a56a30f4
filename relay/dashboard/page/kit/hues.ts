/** As many as `style/tokens.css` has. */
export const hueCount = 12;

/** Coprime with the count, so that probing comes by every hue. */
const probeStep = 5;
const given = new Map<string, number>();

/**
 * Gives each active agent a colour, the oldest first. One that an agent has stays its own; a new one gets the colour of its id,
 * or where another active agent has that, the next that is free. With more agents than colours some share one; names stand beside
 * colours everywhere.
 */
export function giveHues(active: Iterable<string>): void {
  const ids = [...active];
  const taken = new Set(ids.map((id) => given.get(id)));
  for (const id of ids) {
    if (given.has(id)) continue;
    const hue = freeHue(hashOf(id) % hueCount, taken);
    given.set(id, hue);
    taken.add(hue);
  }
}

/** The colour of an agent (by its session) or of a person (by name), as `data-hue` wants it. */
export function hueOf(id: string): number {
  return given.get(id) ?? hashOf(id) % hueCount;
}

function freeHue(first: number, taken: ReadonlySet<number | undefined>): number {
  for (let tried = 0; tried < hueCount; tried++) {
    const hue = (first + tried * probeStep) % hueCount;
    if (!taken.has(hue)) return hue;
  }
  return first;
}

/** FNV-1a. */
function hashOf(id: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 16_777_619);
  return (hash ^ (hash >>> 15)) >>> 0;
}
