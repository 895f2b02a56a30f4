import type { Context } from '../../command-line/context.ts';
import { count } from '../../terminal/count.ts';
import type { Branches } from '../../watch/catch-up.ts';
import type { BranchReport } from '../../watch/follower.ts';
import { reportJson, reportLine } from '../../watch/report-text.ts';

/** What needs no word is said only to who asked for the state of things. */
export function showReport(
  { output }: Context,
  news: BranchReport,
  { all }: { all: boolean },
): void {
  const isQuiet = news.kind === 'up_to_date' || isNotHere(news);
  if (isQuiet && !all) return;
  output.show(reportJson(news), () => {
    const line = reportLine(news);
    if (news.kind === 'moved') return output.style.green(line);
    return news.kind === 'refused' || news.kind === 'retracted' ? output.style.yellow(line) : line;
  });
}

export const noWorkstream =
  'no workstream is active. Start one: coord workstream start TITLE; or join one of: coord workstream list';

/** CMD-6: who asked once reads an answer also when there is nothing to do; a program reads no line, as ever. */
export function sayNothingToDo({ output }: Context, branches: Branches): void {
  if (output.json) return;
  const among = count(branches.size, 'active branch', 'active branches');
  output.write(
    branches.size === 0
      ? `Nothing to do: ${noWorkstream}\n`
      : `Nothing to do on ${among}: no approved commit is new there.\n`,
  );
}

function isNotHere(news: BranchReport): boolean {
  return news.kind === 'refused' && news.refused.reason === 'not_here';
}
