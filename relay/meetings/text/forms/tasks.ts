import type { Line } from '../turn.ts';

/** As people call the columns of a table of what is to be done. */
const titles = {
  owner:
    /^(?:who|owners?|assignees?|assigned(?: to)?|responsible|by whom|lead|name|person|action by|initials)$/i,
  task: /^(?:what|actions?(?: items?| points?)?|tasks?|to ?do|items?|next steps?|description|follow[- ]?ups?)$/i,
  due: /^(?:when|due(?: date| by)?|deadline|by(?: when)?|date|until|target(?: date)?|eta)$/i,
  state: /^(?:status|state|done\??)$/i,
};
/** "Name", "Description" and "Status" are also titles of a table of features; these are only of a table of work. */
const ofOwner = /^(?:owner|assign|responsible|by whom|action by)/i;
const ofTask = /^(?:action|task|to ?do|next step|follow)/i;
const ofEnd = /^(?:due|deadline|by)/i;
/** What was decided is not said by who does it. */
const ofDecision = /^(?:decisions?|outcomes?|results?)$/i;
const nobody =
  /^(?:|[-–—?]+|tb[acd]|n\/a|(?:none|nobody|no one|open|unassigned)(?: yet| so far)?|owner tb[acd]|someone|somebody)$/i;
const struckOut = /^~~.*~~$/u;
const isDone =
  /^(?:done|closed|completed?|finished|resolved|cancelled|dropped|yes|x|\[x\]|✅|✓|✔)$/iu;

type Row = readonly string[];

/** The places of the columns; -1 where there is none. */
type Columns = Readonly<Record<keyof typeof titles, number>>;

/** How a row of a table that tells who does what by when is written as an item; undefined of a table of something else. */
export function taskIn(heading: Row): ((row: Row) => string) | undefined {
  const place = (title: RegExp) => heading.findIndex((one) => title.test(bare(one)));
  const { owner, task, due, state } = titles;
  const columns = { owner: place(owner), task: place(task), due: place(due), state: place(state) };
  if (columns.owner === -1 || columns.task === -1 || place(ofDecision) !== -1) return undefined;
  return isOfWork(heading, columns) ? (row) => itemOf(row, columns) : undefined;
}

/** Whether the titles are those of a table of work, and not of features. */
function isOfWork(heading: Row, { owner, task, due, state }: Columns): boolean {
  const has = (title: RegExp, at: number) => title.test(bare(heading[at] ?? ''));
  if (has(ofTask, task) || has(ofEnd, due)) return true;
  if (due !== -1 && has(/^who$/i, owner) && has(/^what$/i, task)) return true;
  return has(ofOwner, owner) && (due !== -1 || state !== -1);
}

/** Empty where a row says nothing that is to be done. */
function itemOf(row: Row, { owner, task, due, state }: Columns): string {
  const [who, work, day] = [said(row[owner]), said(row[task]), said(row[due])];
  if (work === '' || struckOut.test(work)) return '';
  const box = isDone.test(bare(row[state] ?? '')) ? '[x]' : '[ ]';
  const isOwnerFirst = who !== '' && owner < task;
  const behind = (isOwnerFirst ? [day] : [who, day]).filter((one) => one !== '');
  const bracket = behind.length === 0 ? '' : ` (${behind.join(', ')})`;
  return `- ${box} ${isOwnerFirst ? `${who}: ` : ''}${work}${bracket}`;
}

/** What a cell says, in one sentence; empty where it says that nothing is known. */
function said(cell = ''): string {
  const plain = bare(cell).replace(/[.?!]$/, '');
  return nobody.test(plain) ? '' : plain;
}

function bare(cell: string): string {
  return cell.replace(/^[*_`\s]+|(?<![*_`\s])[*_`\s]+$/g, '');
}

const field = /^\s*(?:[-*•]\s+)?[*_]{0,2}(\p{L}[\p{L} ]{1,20}?)[*_]{0,2}\s*:[*_]{0,2}\s*(.*)$/u;
const listed = /^\s*(?:[-*•]|\d{1,2}[.)])\s+(?=\S)/;

type Kind = keyof typeof titles;
type Fields = Partial<Record<Kind, string>>;

/**
 * The same lines, with a task that has its owner in a line beside it as one item: "Task: the letter", "Owner: Ann", "Due: Friday"; or an
 * item of a list with these below it.
 */
export function withFieldsJoined(lines: readonly Line[]): Line[] {
  const joined: Line[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const { fields, count } = fieldsFrom(lines, at);
    const own = lines.slice(at, at + Math.max(count, 1));
    at += own.length - 1;
    const above = joined.at(-1)?.text ?? '';
    const item = itemWith(fields, listed.test(above) ? above.replace(listed, '') : undefined);
    if (item === undefined) {
      joined.push(...own);
      continue;
    }
    const start = fields.task === undefined ? joined.pop() : own[0];
    joined.push({ at: start?.at ?? at, text: item });
  }
  return joined;
}

/** The fields of one task that begin at a line, each once, and how many lines they are. */
function fieldsFrom(lines: readonly Line[], at: number): { fields: Fields; count: number } {
  const fields: Fields = {};
  let count = 0;
  for (const line of lines.slice(at, at + Object.keys(titles).length)) {
    const [kind, text] = fieldIn(line.text) ?? [];
    if (kind === undefined || fields[kind] !== undefined) break;
    fields[kind] = text;
    count += 1;
  }
  return { fields, count };
}

function fieldIn(line: string): readonly [Kind, string] | undefined {
  const [, title = '', text = ''] = line.length > 1_000 ? [] : (field.exec(line) ?? []);
  if (ofOwner.test(title) && titles.owner.test(title)) return ['owner', text];
  if (titles.due.test(title)) return ['due', text];
  if (titles.state.test(title)) return ['state', text];
  return ofTask.test(title) && titles.task.test(title) ? ['task', text] : undefined;
}

/** Undefined where the fields name no owner, or nothing that is to be done. */
function itemWith({ owner, task, due = '', state = '' }: Fields, above = ''): string | undefined {
  const work = task ?? above;
  if (owner === undefined || work.trim() === '') return undefined;
  return itemOf([owner, work, due, state], { owner: 0, task: 1, due: 2, state: 3 });
}
