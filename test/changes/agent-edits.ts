/** Edits as agents make them, on the lines of a real file, near to what another agent has changed or far from it. */
import { applyEdits, type Edit } from '../../daemon/index/text-edits.ts';
import { linesOf } from '../../daemon/lines/text-lines.ts';
import { intBelow, pick, randomlyEdited, type Random } from '../lines/random-edits.ts';
import { changes } from './line-changes.ts';

export interface EditorView {
  readonly random: Random;
  readonly base: string;
  /** The file of the agent that edits. */
  readonly own: string;
  readonly other: string;
  /** A line near which the other agent has edited last; undefined before it did. */
  readonly near: number | undefined;
  /** What each side did last: it may be taken back, or done by the other too. */
  readonly lastOfOwn: readonly Edit[];
  readonly lastOfOther: readonly Edit[];
}

/** Edits that fit the file and change it; undefined when the chosen kind does not fit there. */
export function agentEdits(view: EditorView): readonly Edit[] | undefined {
  const { random, own } = view;
  const edits = chosenEdits(view);
  const edited = edits && applyEdits(own, edits);
  if (edits === undefined || edited?.kind !== 'text' || edited.text === own) return undefined;
  return random() < 0.1 ? [{ kind: 'write', content: edited.text }] : edits;
}

function chosenEdits(view: EditorView): readonly Edit[] | undefined {
  const { random, own } = view;
  const choice = random();
  if (choice < 0.03) return view.lastOfOther;
  if (choice < 0.07) return takenBack(view.lastOfOwn);
  if (choice < 0.11) return renamed(view);
  if (choice < 0.14) return [{ kind: 'write', content: anyLines(view) }];
  const count = choice < 0.3 ? 2 + intBelow(random, 2) : 1;
  const edits: Edit[] = [];
  for (let text = own; edits.length < count;) {
    const changed = changedText(text, view);
    const edit = replacement(text, changed);
    if (edit === undefined) return edits;
    edits.push(edit);
    text = changed;
  }
  return edits;
}

function takenBack(edits: readonly Edit[]): readonly Edit[] | undefined {
  const back = edits.flatMap((edit) =>
    edit.kind === 'replace' ? [{ ...edit, oldText: edit.newText, newText: edit.oldText }] : [],
  );
  return back.length === 0 ? undefined : back.reverse();
}

function renamed({ random, own }: EditorView): readonly Edit[] | undefined {
  const words = own.match(/\b[a-z]{4,}[A-Z]\w+\b/g);
  if (words === null) return undefined;
  const word = pick(random, words);
  return [{ kind: 'replace', oldText: word, newText: `${word}${intBelow(random, 90)}`, all: true }];
}

/** Lines of any kind, which often break the syntax. */
function anyLines({ random, base, own, other, near }: EditorView): string {
  const [baseLines, ownLines, otherLines] = [base, own, other].map((text) => linesOf(text).lines);
  return randomlyEdited({
    random,
    near,
    base: baseLines ?? [],
    own: ownLines ?? [],
    other: otherLines ?? [],
  });
}

function changedText(text: string, { random, near }: EditorView): string {
  const lines = text.split('\n');
  const isNear = near !== undefined && random() < 0.5;
  const at = isNear ? near + intBelow(random, 9) - 4 : intBelow(random, lines.length);
  pick(random, changes)(lines, Math.max(0, Math.min(lines.length - 1, at)), random);
  return lines.join('\n');
}

/** The one stretch of lines that differs, with as many around it as make it unique. */
function replacement(before: string, after: string): Edit | undefined {
  if (before === after) return undefined;
  const [old, now] = [before.split('\n'), after.split('\n')];
  let [top, bottom] = [0, 0];
  const shorter = Math.min(old.length, now.length);
  while (top < shorter && old[top] === now[top]) top++;
  while (bottom < shorter - top && old.at(-1 - bottom) === now.at(-1 - bottom)) bottom++;
  for (;;) {
    const oldText = old.slice(top, old.length - bottom).join('\n');
    const newText = now.slice(top, now.length - bottom).join('\n');
    const edit: Edit = { kind: 'replace', oldText, newText, all: false };
    const edited = oldText === '' ? undefined : applyEdits(before, [edit]);
    if (edited?.kind === 'text' && edited.text === after) return edit;
    if (top === 0 && bottom === 0) return { kind: 'write', content: after };
    top = Math.max(0, top - 1);
    bottom = Math.max(0, bottom - 1);
  }
}
