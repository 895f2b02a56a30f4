import { signal } from '@preact/signals';

/** As many as `style/tokens.css` has. */
export const hueCount = 12;

/** Coprime with the count, so that probing comes by every hue. */
const probeStep = 5;
const agents = signal<Hues>(new Map());
const people = signal<Hues>(new Map());

type Hues = ReadonlyMap<string, number>;

/** One that has a colour: an agent by its session, a person by name. */
export interface Coloured {
  readonly id: string;
  /** Any number that grows with the time; the same wherever it is asked. */
  readonly since: number;
}

/**
 * DSH-40: gives each agent that is here a colour: that of its id, or where one that has started before has that, the next that is
 * free. It follows from who is here alone, so that every browser gives the same, also after a reload. With more agents than colours
 * some share one; names stand beside colours everywhere.
 */
export function giveAgentHues(here: Iterable<Coloured>): void {
  give(agents, here);
}

/** DSH-40: the same for people. */
export function givePeopleHues(members: Iterable<Coloured>): void {
  give(people, members);
}

/** The colour of an agent (by its session) or of a person (by name), as `data-hue` wants it. Who draws it draws it again on change. */
export function hueOf(id: string): number {
  return agents.value.get(id) ?? people.value.get(id) ?? hashOf(id) % hueCount;
}

function give(given: typeof agents, all: Iterable<Coloured>): void {
  const hues = huesOf(all);
  if (!isSame(given.peek(), hues)) given.value = hues;
}

function huesOf(all: Iterable<Coloured>): Hues {
  const hues = new Map<string, number>();
  const taken = new Set<number>();
  const inOrder = [...all].sort((a, b) => a.since - b.since || (a.id < b.id ? -1 : 1));
  for (const { id } of inOrder) {
    const hue = freeHue(hashOf(id) % hueCount, taken);
    hues.set(id, hue);
    taken.add(hue);
  }
  return hues;
}

function isSame(one: Hues, other: Hues): boolean {
  return one.size === other.size && [...one].every(([id, hue]) => other.get(id) === hue);
}

function freeHue(first: number, taken: ReadonlySet<number>): number {
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
