import { z } from 'zod';
import { limits } from '../contract/limits.ts';
import { meetingReading, type MeetingReading } from '../meetings/reading.ts';

type Decision = MeetingReading['decisions'][number];
type ActionItem = MeetingReading['action_items'][number];
type WorkPackage = NonNullable<MeetingReading['work_packages']>[number];
type WithoutSentence<Item> = Omit<Item, 'sentence'> & { readonly sentence?: string | undefined };

/** A reading as a model gives it: it is asked for the sentences, and what names none is looked for by its own words (MTG-7). */
export interface FoundReading {
  readonly decisions: readonly WithoutSentence<Decision>[];
  readonly action_items: readonly WithoutSentence<ActionItem>[];
  readonly work_packages?: readonly WorkPackage[] | undefined;
}

/** MTG-17: what a model's answer has, and what was wrong with it, in words for the model. */
export interface Understood<Found> {
  /** Undefined when the answer is not in the form asked for. */
  readonly found: Found | undefined;
  readonly problems: readonly string[];
}

const { decisions, action_items, work_packages } = meetingReading.shape;
const decision = decisions.element.partial({ sentence: true });
const actionItem = action_items.element.partial({ sentence: true });
const workPackage = work_packages.unwrap().element.partial({ files: true });

/** The decisions and action items in a model's answer; what is not in the form asked for is left out and said. */
export function readingIn(answer: string): Understood<FoundReading> {
  const found = jsonIn(answer, '{', '}') as Record<string, unknown> | undefined;
  if (found === undefined) return { found: undefined, problems: ['The answer was not JSON.'] };
  const items = {
    decisions: itemsIn(found['decisions'], decision, 'decisions'),
    action_items: itemsIn(found['action_items'], actionItem, 'action_items'),
  };
  const problems = [...items.decisions.problems, ...items.action_items.problems];
  if (!Array.isArray(found['decisions']) && !Array.isArray(found['action_items'])) {
    return { found: undefined, problems };
  }
  return {
    found: {
      decisions: items.decisions.found.slice(0, limits.meetingDecisions),
      action_items: items.action_items.found.slice(0, limits.meetingActions),
    },
    problems,
  };
}

/** The work packages in a model's answer; what is none is left out. */
export function packagesIn(answer: string): WorkPackage[] {
  const { found } = itemsIn(jsonIn(answer, '[', ']'), workPackage, 'packages');
  return found
    .slice(0, limits.meetingDecisions)
    .map(({ files = [], ...one }) => ({ ...one, files }));
}

/** Models like to put words around what they were asked for. */
function jsonIn(answer: string, first: string, last: string): unknown {
  const [from, to] = [answer.indexOf(first), answer.lastIndexOf(last)];
  if (from === -1 || to < from) return undefined;
  try {
    return JSON.parse(answer.slice(from, to + 1)) as unknown;
  } catch {
    return undefined;
  }
}

const maxProblems = 10;

function itemsIn<Item>(given: unknown, schema: z.ZodObject & z.ZodType<Item>, name: string) {
  if (!Array.isArray(given)) return { found: [], problems: [`${name} must be a list.`] };
  const problems: string[] = [];
  const found = given.slice(0, 2 * limits.meetingActions).flatMap((one, at) => {
    const { item, problem } = itemIn(one, schema);
    if (item === undefined) problems.push(`${name}[${at}]: ${problem}`);
    return item === undefined ? [] : [item];
  });
  return { found, problems: problems.slice(0, maxProblems) };
}

/** A field that may be left out is left out where it is wrong: a day that is none, a sentence that is too long. */
function itemIn<Item>(
  given: unknown,
  schema: z.ZodObject & z.ZodType<Item>,
): { item: Item | undefined; problem: string } {
  const first = schema.safeParse(given);
  if (first.success) return { item: first.data, problem: '' };
  const problem = z.prettifyError(first.error).replace(/\s+/g, ' ').slice(0, 300);
  const wrong = new Set(first.error.issues.map(({ path }) => path[0]));
  if (typeof given !== 'object' || given === null) return { item: undefined, problem };
  const rest = Object.fromEntries(Object.entries(given).filter(([key]) => !wrong.has(key)));
  const second = schema.safeParse(rest);
  return { item: second.success ? second.data : undefined, problem };
}
