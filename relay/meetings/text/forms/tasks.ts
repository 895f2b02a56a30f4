/** As people call the columns of a table of what is to be done. */
const titles = {
  owner:
    /^(?:who|owners?|assignees?|assigned(?: to)?|responsible|by whom|lead|name|person|action by|initials)$/i,
  task: /^(?:what|actions?(?: items?| points?)?|tasks?|to ?do|items?|next steps?|description|follow[- ]?ups?)$/i,
  due: /^(?:when|due(?: date| by)?|deadline|by(?: when)?|date|until|target(?: date)?|eta)$/i,
  state: /^(?:status|state|done\??)$/i,
};
/** A table of who said what has these for its first columns too. */
const ofOwner = /^(?:owner|assign|responsible)/i;
const nobody = /^(?:|[-–—?]+|tb[acd]|n\/a|none|nobody|open|unassigned|owner tb[acd])$/i;
const isDone = /^(?:done|closed|complete[d]?|finished|yes|x|\[x\]|✅|✓|✔)$/iu;

/** How a row of a table that tells who does what by when is written as an item; undefined of a table of something else. */
export function taskIn(
  heading: readonly string[],
): ((row: readonly string[]) => string) | undefined {
  const place = (title: RegExp) => heading.findIndex((one) => title.test(bare(one)));
  const [owner, task] = [place(titles.owner), place(titles.task)];
  const [due, state] = [place(titles.due), place(titles.state)];
  const isOfTasks = due !== -1 || state !== -1 || ofOwner.test(bare(heading[owner] ?? ''));
  if (owner === -1 || task === -1 || !isOfTasks) return undefined;
  return (row) => {
    const [who, work, day] = [said(row[owner]), said(row[task]), said(row[due])];
    const box = isDone.test(bare(row[state] ?? '')) ? '[x]' : '[ ]';
    const isOwnerFirst = who !== '' && owner < task;
    const behind = (isOwnerFirst ? [day] : [who, day]).filter((one) => one !== '');
    const bracket = behind.length === 0 ? '' : ` (${behind.join(', ')})`;
    return `- ${box} ${isOwnerFirst ? `${who}: ` : ''}${work}${bracket}`;
  };
}

/** What a cell says, in one sentence; empty where it says that nothing is known. */
function said(cell = ''): string {
  const plain = bare(cell).replace(/[.?!]$/, '');
  return nobody.test(plain) ? '' : plain;
}

function bare(cell: string): string {
  return cell.replace(/^[*_`\s]+|[*_`\s]+$/g, '');
}
