import type { DecisionType } from '../../../shared/decisions/contract.ts';
import { asData } from '../../../shared/kernel/display.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import type { ConnectOptions } from '../../connection/connect.ts';
import { refuseUnknownFile } from '../../command-line/known-files.ts';
import { pathsFromHere } from '../../command-line/paths-from-here.ts';
import { inWorkspace } from '../../connection/in-workspace.ts';
import { count } from '../../terminal/count.ts';

export interface DecideOptions extends ConnectOptions {
  readonly title: string;
  readonly rationale: string;
  readonly type: DecisionType;
  readonly file: readonly string[];
  readonly supersedes?: string;
  /** Also for files that are not there. */
  readonly force?: boolean;
}

/** `coord decide`: records a decision. */
export async function decide(
  { terminal, output }: Context,
  options: DecideOptions,
): Promise<Outcome> {
  const { title, rationale, type, file, supersedes } = options;
  const files = await pathsFromHere(terminal.directory, file);
  const unknown =
    options.force === true
      ? undefined
      : await refuseUnknownFile({ terminal, options }, files, 'For a file to come: --force');
  if (unknown !== undefined) return unknown;
  const made = await inWorkspace(terminal, options, (client, id) =>
    client.call('decide', {
      id,
      title,
      rationale,
      decision_type: type,
      files,
      supersedes,
    }),
  );
  if (isRefusal(made)) return made;
  output.show(made, () => {
    const about =
      made.symbols.length === 0 ? '' : `, about ${count(made.symbols.length, 'symbol')}`;
    const ended = made.ended.map((one) => `\nIt ends ${one}.`).join('');
    return `Recorded ${made.id}: ${asData(made.title)}${about}.${ended}`;
  });
  return 0;
}
