import { z } from 'zod';
import { limits } from '../contract/limits.ts';
import { isRecord } from '../kernel/json.ts';
import { jsonIn } from '../kernel/json-in.ts';
import { meetingReading, type MeetingReading } from '../meetings/reading.ts';
import { mendedItem } from './mended.ts';

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
  /** What of the answer is not in `found`, in words for people. */
  readonly leftOut: readonly string[];
}

const { decisions, action_items, work_packages } = meetingReading.shape;

/** What a list of an answer holds: at most `most` items of this form. */
interface Form<Item> {
  readonly name: string;
  readonly schema: z.ZodObject & z.ZodType<Item>;
  readonly most: number;
}

const decisionForm = {
  name: 'decisions',
  schema: decisions.element.partial({ sentence: true }),
  most: limits.meetingDecisions,
};
const actionForm = {
  name: 'action_items',
  schema: action_items.element.partial({ sentence: true }),
  most: limits.meetingActions,
};
const packageForm = {
  name: 'packages',
  schema: work_packages.unwrap().element.partial({ files: true }),
  most: limits.meetingDecisions,
};

/** The decisions and action items in a model's answer; what is not in the form asked for is left out and said. */
export function readingIn(answer: string): Understood<FoundReading> {
  const given = jsonIn(answer, '{', isReading) as Record<string, unknown> | undefined;
  if (given === undefined) {
    return { found: undefined, problems: ['The answer was not JSON.'], leftOut: [] };
  }
  const decided = itemsIn(given['decisions'], decisionForm);
  const promised = itemsIn(given['action_items'], actionForm);
  return {
    found: isReading(given)
      ? { decisions: decided.found, action_items: promised.found }
      : undefined,
    problems: [...decided.problems, ...promised.problems],
    leftOut: [...decided.leftOut, ...promised.leftOut],
  };
}

function isReading(value: unknown): boolean {
  return isRecord(value) && [value['decisions'], value['action_items']].some(Array.isArray);
}

/** The work packages in a model's answer; what is none is left out and said. */
export function packagesIn(answer: string): Pick<Understood<WorkPackage[]>, 'leftOut'> & {
  found: WorkPackage[];
} {
  const isList = (value: unknown) => Array.isArray(value) && value.every((one) => isRecord(one));
  const given = jsonIn(answer, '[', isList);
  if (!Array.isArray(given)) return { found: [], leftOut: [] };
  const { found, leftOut } = itemsIn(given, packageForm);
  return { found: found.map(({ files = [], ...one }) => ({ ...one, files })), leftOut };
}

const maxProblems = 10;

interface Items<Item> {
  readonly found: Item[];
  readonly problems: string[];
  readonly leftOut: string[];
}

function itemsIn<Item>(given: unknown, { name, schema, most }: Form<Item>): Items<Item> {
  if (!Array.isArray(given)) {
    return { found: [], problems: [`${name} must be a list.`], leftOut: [`the list ${name}`] };
  }
  const items: Items<Item> = { found: [], problems: [], leftOut: [] };
  for (const [at, one] of given.entries()) {
    const place = `${name}[${at}]`;
    if (items.found.length >= most) {
      items.leftOut.push(titleOf(one) ?? place);
      continue;
    }
    const { item, problem, leftOut } = mendedItem(one, schema);
    items.leftOut.push(...(item === undefined ? [titleOf(one) ?? place] : leftOut));
    if (item !== undefined) items.found.push(item);
    else if (items.problems.length < maxProblems) items.problems.push(`${place}: ${problem}`);
  }
  return items;
}

function titleOf(item: unknown): string | undefined {
  const { title, action } = (item ?? {}) as Record<string, unknown>;
  return [title, action].find((one): one is string => typeof one === 'string' && one !== '');
}
