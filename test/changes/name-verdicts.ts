/** Edits that are denied for their names, beside what the TypeScript compiler says of the code. */
import { changedParts, codeParts, type CodePart, type CodeParts } from './code-parts.ts';
import { ttlMs } from './reservation-list.ts';
import type { AskedEdit, WriteRecord } from './scene.ts';
import type { Verdict } from './verdicts.ts';

type Changed = readonly CodePart[] | 'whole';

/** What each text has and each write has changed; the writes of a scene are asked about again and again. */
const parts = new Map<string, CodeParts | undefined>();
const changes = new WeakMap<WriteRecord, Changed>();

export function nameDenialVerdict(edit: AskedEdit): Verdict | undefined {
  const { policy } = edit.options;
  if (policy === 'lines') return { kind: 'denied by name under `lines`', isFault: true };
  const [mine, theirs] = [changedBy(edit, edit), heldOf(edit)];
  if (mine === 'whole' || theirs === 'whole') return { kind: 'denied, the whole file' };
  const overlap = (test: (one: CodePart, other: CodePart) => boolean) =>
    mine.some((one) => theirs.some((other) => test(one, other)));
  if (overlap(({ name }, other) => name === other.name)) return { kind: 'denied, the same part' };
  if (overlap(isPartOf) || overlap((one, other) => isPartOf(other, one)))
    return { kind: 'denied, a container and its part' };
  if (policy === 'symbols' && overlap(({ symbol }, other) => symbol === other.symbol))
    return { kind: 'denied, the same symbol' };
  return { kind: 'denied without overlapping parts', isFault: true };
}

function isPartOf(part: CodePart, container: CodePart): boolean {
  return part.name.startsWith(`${container.name}.`);
}

/** What the other side has changed and holds: each write keeps what it changed for as long as a reservation lasts. */
function heldOf(edit: AskedEdit): Changed {
  let wholeUntilMs = -Infinity;
  const held: CodePart[] = [];
  for (const write of edit.theirWrites) {
    const changed = changedBy(write, edit);
    if (changed === 'whole' || wholeUntilMs > write.atMs) wholeUntilMs = write.atMs + ttlMs;
    else if (write.atMs + ttlMs > edit.atMs) held.push(...changed);
  }
  return wholeUntilMs > edit.atMs ? 'whole' : held;
}

function changedBy(write: WriteRecord, { options }: AskedEdit): Changed {
  const known = changes.get(write);
  if (known !== undefined) return known;
  const { path } = options.file;
  const [before, after] = [partsOf(path, write.before), partsOf(path, write.after)];
  const changed =
    before === undefined || after === undefined ? 'whole' : changedParts(before, after);
  changes.set(write, changed);
  return changed;
}

function partsOf(path: string, text: string): CodeParts | undefined {
  const key = `${path}\n${text}`;
  if (!parts.has(key)) {
    if (parts.size > 500) parts.clear();
    parts.set(key, codeParts(path, text));
  }
  return parts.get(key);
}
