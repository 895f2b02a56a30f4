import { f1, precision, recall, type Score } from './score.ts';

export const heading =
  'decisions P R F1 | actions P R F1 | assignee date files | traps, reversals taken';

/** One line of figures. */
export function line(score: Score): string {
  const { decisions, actions, assignees, dates, files, traps, reversals } = score;
  const three = [decisions, actions].map((one) =>
    [precision(one), recall(one), f1(one)].map(short).join(' '),
  );
  const shares = [assignees, dates, files].map((one) => short(recall(one))).join(' ');
  const taken = `${traps.right}/${traps.marked} ${reversals.right}/${reversals.marked}`;
  return `${three.join(' | ')} | ${shares} | ${taken}`;
}

function short(value: number): string {
  return value.toFixed(2);
}
