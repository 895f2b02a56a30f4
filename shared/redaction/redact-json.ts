import { readName } from './readings.ts';
import { redactText, type RemovedKind } from './redact.ts';

/** Is told which field lost what. */
export type Tell = (field: string, removed: readonly RemovedKind[]) => void;

/** How a value is reached; as a chain, because a path as text for each value of a deep one would be endless. */
interface Trail {
  readonly step: string;
  readonly before?: Trail;
}

interface Visit {
  readonly value: unknown;
  /** The nearest name above it, which can say that the value is a secret. */
  readonly name: string;
  readonly trail: Trail;
  readonly target: object;
  readonly key: string | number;
}

const maxFieldLength = 200;

/** RED-1: a copy of any JSON without the secrets in its texts and names. Without recursion: it may be as deep as it is long. */
export function redactJson(value: unknown, at: string, tell: Tell): unknown {
  const root: { value?: unknown } = {};
  const waiting: Visit[] = [{ value, name: '', trail: { step: at }, target: root, key: 'value' }];
  for (let visit = waiting.pop(); visit !== undefined; visit = waiting.pop()) {
    const clean = cleanOf(visit, waiting, tell);
    // Not by assignment: a name may be `__proto__`.
    const property = { value: clean, enumerable: true, writable: true, configurable: true };
    Object.defineProperty(visit.target, visit.key, property);
  }
  return root.value;
}

function cleanOf(visit: Visit, waiting: Visit[], tell: Tell): unknown {
  const { value } = visit;
  if (typeof value === 'string') return redactNamed(value, visit, tell);
  if (typeof value !== 'number') return copyOf(visit, waiting, tell);
  // A password may be of figures alone; any other number stays one.
  const written = String(value);
  const clean = redactNamed(written, visit, tell);
  return clean === written ? value : clean;
}

/** An empty copy of a list or an object, whose values wait to be filled in. */
function copyOf({ value, name, trail }: Visit, waiting: Visit[], tell: Tell): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const target: unknown[] = [];
    for (let key = value.length - 1; key >= 0; key -= 1) {
      const below = { step: `[${key}]`, before: trail };
      waiting.push({ value: value[key], name, trail: below, target, key });
    }
    return target;
  }
  const target = {};
  const seen = new Map<string, number>();
  const visits = Object.entries(value).map(([key, child]): Visit => {
    const { text: clean, removed } = redactText(key);
    const text = ownName(clean, seen);
    if (removed.length > 0) tell(fieldOf(trail), removed);
    const below = { step: `.${text}`, before: trail };
    const called = key === 'value' ? (pairName(value) ?? text) : text;
    return { value: child, name: readName(called), trail: below, target, key: text };
  });
  // One by one: a call takes some 120,000 arguments.
  for (const visit of visits.toReversed()) waiting.push(visit);
  return target;
}

/** Names with different secrets stay different names: the next one of the same mark gets a number. */
function ownName(clean: string, seen: Map<string, number>): string {
  const count = (seen.get(clean) ?? 0) + 1;
  seen.set(clean, count);
  return count === 1 ? clean : ownName(`${clean} (${count})`, seen);
}

/** The name that stands beside a value: `{"name": "API_KEY", "value": "..."}`. */
function pairName(pair: object): string | undefined {
  const { name, key, variable } = pair as Readonly<Record<string, unknown>>;
  return [name, key, variable].find((one) => typeof one === 'string');
}

function redactNamed(value: string, { name, trail }: Visit, tell: Tell): string {
  const { text, removed } = redactText(value);
  if (removed.length > 0) tell(fieldOf(trail), removed);
  if (removed.length > 0 || name === '') return text;
  const before = `${name.slice(-80)}: "`;
  const named = redactText(`${before}${value.replace(/["\n]/g, ' ')}"`);
  if (named.removed.length === 0) return text;
  tell(fieldOf(trail), named.removed);
  return named.text.slice(before.length, -1);
}

function fieldOf(trail: Trail): string {
  const steps: string[] = [];
  for (let at: Trail | undefined = trail; at !== undefined; at = at.before) steps.push(at.step);
  return steps.toReversed().join('').slice(0, maxFieldLength);
}
