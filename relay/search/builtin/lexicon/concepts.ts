import { readFileSync } from 'node:fs';

/** One entry of a word list: `head: item, item`. */
interface Entry {
  readonly head: string;
  readonly items: readonly string[];
}

/** The build copies the lists to `dist/lexicon/data`, which is as far from the built code in `dist/chunks` as from here. */
const folder = new URL('../lexicon/data/', import.meta.url);

/** Where a word list is, by its path inside `data/`. */
export function dataFile(path: string): URL {
  return new URL(path, folder);
}

/**
 * The entries of a word list, in the format that `README.md` beside this file describes. Reads some 300 KB at most, in about a
 * millisecond. Throws when the file is missing, and for a line that belongs to no entry.
 */
export function readEntries(path: string): Entry[] {
  const entries: { head: string; items: string[] }[] = [];
  for (const line of readFileSync(dataFile(path), 'utf8').split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const colon = line.startsWith(' ') ? -1 : line.indexOf(':');
    if (colon > 0) entries.push({ head: line.slice(0, colon), items: [] });
    const entry = entries.at(-1);
    if (entry === undefined || (colon <= 0 && !line.startsWith(' '))) {
      throw new Error(`not an entry of the word list ${path}: ${line}`);
    }
    entry.items.push(...itemsIn(line.slice(colon + 1)));
  }
  return entries;
}

function itemsIn(list: string): string[] {
  return list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** Something people talk about. */
export interface ConceptHead {
  readonly name: string;
  /** How much it says about a text, from 0 to 1: `server` little, `csrf` all. */
  readonly weight: number;
}

/** A concept with the words people use for it. */
export interface Concept extends ConceptHead {
  readonly parents: readonly string[];
  readonly related: readonly string[];
  readonly members: readonly Member[];
}

/** A word or phrase for a concept. */
interface Member {
  readonly text: string;
  /** 1, or less for one that means the concept only at times. */
  readonly weight: number;
}

type MembersByConcept = Map<string, Member[]>;

/** A concept's number, and so its place in every vector, is its position in these files: a new file goes last. */
const conceptFiles = [
  'identity',
  'security',
  'data',
  'backend',
  'api',
  'operations',
  'frontend',
  'business',
  'engineering',
];
const phrasesByConcept = ['lay-terms', 'symptoms-systems', 'symptoms-servers', 'symptoms-product'];
const conceptsByPhrase = ['everyday-words', 'general-english', 'idioms'];
const headPattern = /^([a-z0-9-]+)(?: =([\d.]+))?(?: < ([a-z0-9- ]+?))?(?: ~ ([a-z0-9- ]+))?$/;
const doubtfulWeight = 0.35;
const layWeight = 0.9;

/** All concepts with their words. Yields after each file. Throws for an entry that cannot be read or names no concept. */
export function* conceptsInParts(): Generator<void, Concept[]> {
  const layMembers = yield* layMembersInParts();
  const concepts: Concept[] = [];
  for (const file of conceptFiles) {
    const own = readEntries(`concepts/${file}.txt`).map(conceptIn);
    for (const concept of own) {
      const lay = layMembers.get(concept.name) ?? [];
      layMembers.delete(concept.name);
      concepts.push({ ...concept, members: [...concept.members, nameOf(concept), ...lay] });
    }
    yield;
  }
  for (const name of layMembers.keys()) throw new Error(`there is no concept ${name}`);
  return concepts;
}

function conceptIn({ head, items }: Entry): Concept {
  const match = headPattern.exec(head);
  if (!match) throw new Error(`not the head of a concept: ${head}`);
  const [, name = '', weight = '1', parents = '', related = ''] = match;
  return {
    name,
    weight: Number(weight),
    parents: namesIn(parents),
    related: namesIn(related),
    members: items.map(memberIn),
  };
}

function memberIn(text: string): Member {
  return text.endsWith('?')
    ? { text: text.slice(0, -1), weight: doubtfulWeight }
    : { text, weight: 1 };
}

function nameOf(concept: Concept): Member {
  return { text: concept.name.replaceAll('-', ' '), weight: 1 };
}

/** What people who are not engineers say, by the name of the concept. */
function* layMembersInParts(): Generator<void, MembersByConcept> {
  const members: MembersByConcept = new Map();
  for (const file of phrasesByConcept) {
    for (const { head, items } of readEntries(`phrases-by-concept/${file}.txt`)) {
      for (const text of items) addMember(members, head, text);
    }
    yield;
  }
  for (const file of conceptsByPhrase) {
    for (const { head, items } of readEntries(`concepts-by-phrase/${file}.txt`)) {
      for (const name of items) addMember(members, name, head);
    }
    yield;
  }
  return members;
}

function addMember(members: MembersByConcept, name: string, text: string): void {
  const list = members.get(name) ?? [];
  members.set(name, list);
  list.push({ text, weight: layWeight });
}

function namesIn(list: string): string[] {
  return list.split(' ').filter((name) => name !== '');
}
