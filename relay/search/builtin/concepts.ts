import { api } from './lexicon/api.ts';
import { backend } from './lexicon/backend.ts';
import { business } from './lexicon/business.ts';
import { data } from './lexicon/data.ts';
import { engineering } from './lexicon/engineering.ts';
import { everyday } from './lexicon/everyday.ts';
import { frontend } from './lexicon/frontend.ts';
import { identity } from './lexicon/identity.ts';
import { moreWords } from './lexicon/more-words.ts';
import { operations } from './lexicon/operations.ts';
import { plainWords } from './lexicon/plain-words.ts';
import { security } from './lexicon/security.ts';
import { symptomsOfProduct } from './lexicon/symptoms-product.ts';
import { symptomsOfServers } from './lexicon/symptoms-servers.ts';
import { symptomsOfSystems } from './lexicon/symptoms-systems.ts';
import { turnsOfSpeech } from './lexicon/turns-of-speech.ts';

/** Something people talk about, with the words they use for it. */
export interface Concept {
  readonly name: string;
  /** How much it tells, from 0 to 1: `server` little, `csrf` all. */
  readonly weight: number;
  readonly parents: readonly string[];
  readonly related: readonly string[];
  readonly members: readonly Member[];
}

/** A word or phrase for a concept. */
export interface Member {
  readonly text: string;
  /** 1, or less for one that means the concept only at times. */
  readonly weight: number;
}

const areas = [identity, security, data, backend, api, operations, frontend, business, engineering];
const symptoms = [symptomsOfSystems, symptomsOfServers, symptomsOfProduct];
const headPattern = /^([a-z0-9-]+)(?: =([\d.]+))?(?: < ([a-z0-9- ]+?))?(?: ~ ([a-z0-9- ]+))?$/;
const doubtfulWeight = 0.35;
const plainWeight = 0.9;

/**
 * The concepts of all areas. An area lists them in blocks: `name =weight < parents ~ related`, then the members with commas
 * between them; a question mark makes one doubtful. Throws for a line that cannot be read.
 */
export function* conceptsInParts(): Generator<void, Concept[]> {
  const plain = plainMembers();
  yield;
  return areas
    .flatMap((area) => area.trim().split(/\n\n+/).map(conceptIn))
    .map((concept) => ({
      ...concept,
      members: [...concept.members, nameOf(concept), ...(plain.get(concept.name) ?? [])],
    }));
}

function conceptIn(block: string): Concept {
  const [head = '', ...lines] = block.split('\n');
  const match = headPattern.exec(head);
  if (!match) throw new Error(`not the head of a concept: ${head}`);
  const [, name = '', weight = '1', parents = '', related = ''] = match;
  return {
    name,
    weight: Number(weight),
    parents: namesIn(parents),
    related: namesIn(related),
    members: textsIn(lines.join(',')).map(memberIn),
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
function plainMembers(): Map<string, Member[]> {
  const members = new Map<string, Member[]>();
  const add = (name: string, text: string): void => {
    const list = members.get(name) ?? [];
    members.set(name, list);
    list.push({ text, weight: plainWeight });
  };
  for (const [name, texts] of [plainWords, ...symptoms].flatMap(entriesIn)) {
    for (const text of textsIn(texts)) add(name, text);
  }
  for (const [text, names] of [everyday, moreWords, turnsOfSpeech].flatMap(entriesIn)) {
    for (const name of namesIn(names)) add(name, text);
  }
  return members;
}

/** The lines `key: value` of a part of the lexicon. Throws for a line that is none. */
export function entriesIn(lines: string): (readonly [string, string])[] {
  return lines
    .trim()
    .split(/\n+/)
    .map((line) => {
      const [key, value] = line.split(': ');
      if (!key || !value) throw new Error(`not an entry of the lexicon: ${line}`);
      return [key, value] as const;
    });
}

function textsIn(list: string): string[] {
  return list
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

export function namesIn(list: string): string[] {
  return list.split(' ').filter((name) => name !== '');
}
