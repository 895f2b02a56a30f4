import { z } from 'zod';
import { asText, isSeen } from '../kernel/display.ts';
import { parseJson } from '../kernel/json.ts';
import { maxPathLength } from '../kernel/paths.ts';
import { limits } from './limits.ts';

export { limits } from './limits.ts';

/**
 * RED-1: what people and agents write, from which secrets are taken out, and the most characters that it may have. It is a
 * registry of its own, so the JSON schemas that agents and clients read do not grow by it.
 */
export const writtenByPeople = z.registry<{ readonly maxLength: number }>();

const noControl = /^[^\p{Cc}\p{Cs}]*$/u;
const hasControl =
  'must not contain control characters or lone surrogates, which nobody sees: remove them, or type the text again';
const tabsAndLineEnds = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/**
 * One line of text from a person or an agent: trimmed, tabs and line ends as a space, for people paste, and without other
 * control characters. Something of it is seen (TXT-7). Secrets are taken out (RED-1).
 */
export function line(maxLength: number) {
  return z
    .string()
    .overwrite((value) => value.replace(tabsAndLineEnds, ' '))
    .trim()
    .min(1)
    .max(maxLength)
    .refine((value) => noControl.test(value), hasControl)
    .refine(showsSomething, 'must have a character that is seen: type the text again')
    .register(writtenByPeople, { maxLength });
}

/** TXT-7; what is empty or has control characters is refused for that. */
function showsSomething(value: string): boolean {
  return value === '' || !noControl.test(value) || isSeen(value);
}

/** Several lines of text from a person or an agent. Secrets are taken out (RED-1). */
export function text(maxLength: number) {
  return opaque(maxLength).register(writtenByPeople, { maxLength });
}

/** So much longer may be what a hook says: it is cut once the secrets are out (RED-1), for an agent cannot say it shorter. */
const longerThanKept = 50;

/** As `text`, without what nobody sees (TXT-6): what a hook says is kept and sent as people can read it. */
export function seenText(maxLength: number) {
  return opaque(longerThanKept * maxLength)
    .overwrite((value) => asText(value))
    .register(writtenByPeople, { maxLength });
}

/** One line that is a name: of a branch, a symbol, a hash. It must stay as it is (RED-3). */
export function name(maxLength: number) {
  return z.string().trim().min(1).max(maxLength).regex(noControl, hasControl);
}

/**
 * What must stay as it is, for it is compared or handed back: paths, patterns, code, receipts, keys (RED-3). NUL and lone
 * surrogates are refused because PostgreSQL cannot keep them.
 */
export function opaque(maxLength: number) {
  return z
    .string()
    .max(maxLength)
    .refine(
      (value) => value.isWellFormed() && !value.includes('\0'),
      'must be valid Unicode without NUL',
    );
}

/** An opaque identifier that the caller chose or was given. */
export const identifier = z.string().min(1).max(limits.conversation).regex(noControl, hasControl);

/** What a slug is made of, whatever its length. */
export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;

export const slug = z
  .string()
  .max(limits.slug)
  .regex(slugPattern, 'must be lower-case letters, digits and single hyphens');

/** A commit by its whole name: 40 (SHA-1) or 64 (SHA-256) hexadecimal digits. */
export const commitSha = z
  .string()
  .regex(
    /^([0-9a-f]{40}|[0-9a-f]{64})$/,
    'must be the whole name of a commit: 40 hexadecimal digits',
  );

/** A path is as `filePath`; what follows the last `#` is a name. */
const symbolIdPattern = /^(?:[^\0\p{Cs}]*#)?[^\p{Cc}\p{Cs}#]*$/u;

/** `<path>#<Name>`, or a bare name. */
export const symbolIdOrName = z.string().max(limits.symbolId).regex(symbolIdPattern, hasControl);

export const timestamp = z.iso.datetime();
export const filePath = opaque(maxPathLength).min(1);
export const role = z.enum(['owner', 'admin', 'member']);
export type Role = z.output<typeof role>;

/** A whole number; also as the text that a query or an agent writes it in. Nothing else counts as one (ANS-3). */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER) {
  return z
    .preprocess(numberIn, z.number().max(max, { abort: true }).int().min(min))
    .meta({ type: 'integer', minimum: min, maximum: max });
}

/** A share from 0 to 1; also as the text that a query or an agent writes it in. */
export function share() {
  return z
    .preprocess(shareIn, z.number().min(0).max(1))
    .meta({ type: 'number', minimum: 0, maximum: 1 });
}

function shareIn(value: unknown): unknown {
  return typeof value === 'string' && /^\d(\.\d{1,15})?$/.test(value) ? Number(value) : value;
}

function numberIn(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (/^-?\d{1,30}$/.test(value)) return Number(value);
  return otherNumber.test(value) ? noWholeNumber : value;
}

/** "1.5" and "1e3" are refused for not being written as whole numbers. */
const otherNumber = /^-?\d{1,30}(?:\.\d{1,15})?(?:e\d{1,2})?$/i;
const noWholeNumber = 0.5;

/** Where a page begins: the `next_cursor` of the page before, unchanged. */
const cursor = z
  .string()
  .min(1)
  .max(limits.cursor)
  .regex(noControl, 'must be a cursor that a list answered');

/** Query parameters of a list that can grow: `limit` and the cursor that the page before answered. */
export const page = {
  limit: wholeNumber(1, limits.pageMax).default(limits.pageDefault),
  before: cursor.optional(),
};

/**
 * Query parameters of the lists of what is live (sessions, reservations). The interface answers them as one array, so their
 * pages are long; the header `X-Next-Cursor` has the cursor when there are more.
 */
export const liveListPage = {
  limit: wholeNumber(1, limits.liveListMax).default(limits.liveListDefault),
  before: cursor.optional(),
};

export const workspaceId = { id: identifier };

/** Files of a record: a list, or one text as agents write it, for `itemsOf`. */
export const files = z.union([opaque(limits.text), z.array(filePath).max(limits.filesPerRecord)]);

/** Short labels: a list, or one text for `itemsOf`. */
export function labels(maxLabels: number, maxLength: number) {
  return z.union([text(limits.task), z.array(line(maxLength)).max(maxLabels)]);
}

/** MCP-3: the items of a field that may be text: with commas between them, or a JSON list as agents often write one. */
export function itemsOf(value: string | readonly string[] | undefined): string[] {
  const items = typeof value === 'string' ? (jsonList(value) ?? value.split(',')) : (value ?? []);
  return items.map((item) => item.trim()).filter((item) => item !== '');
}

/** Undefined where the text is no JSON list of strings: `[id].tsx` is a file. */
function jsonList(text: string): string[] | undefined {
  if (!text.trimStart().startsWith('[')) return undefined;
  const list = parseJson(text);
  return z.array(z.string()).safeParse(list).data;
}

/** A change names at least one of the fields: without them it would be answered as if something had been changed. */
export function changeOf<Input extends z.ZodObject>(
  input: Input,
  fields: readonly [first: string, ...others: string[]],
): Input {
  const [first, ...others] = fields;
  const choice = others.length > 1 ? `one of ${others.join(', ')}` : others.join();
  return input.refine((body) => fields.some((field) => body[field] !== undefined), {
    message: `${first} is required, or ${choice}`,
    path: [first],
  });
}

/** A switch of a query: `true` or `false`; also a real boolean, which a tool sends. */
export const flag = z.union([z.boolean(), z.enum(['true', 'false', '1', '0'])]);

export function isOn(value: z.output<typeof flag> | undefined): boolean {
  return value === true || value === 'true' || value === '1';
}
