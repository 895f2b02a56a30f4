import type { Output } from '../../../shared/api/operations.ts';
import { fitsFrom } from '../../../shared/decisions/fit.ts';
import { notConfirmed } from '../../../shared/decisions/unconfirmed.ts';
import { asData } from '../../../shared/kernel/display.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import type { ConnectOptions } from '../../connection/connect.ts';
import { showAnswer } from '../../connection/in-workspace.ts';
import type { Style } from '../../terminal/output.ts';

const shownRationale = 240;

export interface SearchOptions extends ConnectOptions {
  readonly query: string;
  readonly limit: number;
  readonly all?: boolean;
  readonly minSimilarity?: number;
}

type Result = Output<'search'>['results'][number];

/** `coord search`: the decisions that answer a question, the nearest first. */
export function search(context: Context, options: SearchOptions): Promise<Outcome> {
  const { query, limit } = options;
  const least = options.all === true ? 0 : options.minSimilarity;
  const how = least === undefined ? {} : { min_similarity: least };
  let isEmpty = false;
  return showAnswer(context, options, {
    ask: async (client, workspace_id) => {
      const found = await client.call('search', { workspace_id, query, limit, ...how });
      if (isRefusal(found) || found.results.length > 0) return found;
      const any = await client.call('listDecisions', { id: workspace_id, limit: 1 });
      isEmpty = !isRefusal(any) && any.decisions.length === 0;
      return found;
    },
    text: ({ results }) => {
      if (results.length === 0) return isEmpty ? nothingYet : nothing(least);
      return results.map((one) => resultLines(one, context.output.style)).join('\n\n');
    },
  });
}

function resultLines(one: Result, { dim, bold, yellow }: Style): string {
  const stale = one.is_stale ? yellow(' stale') : '';
  const doubt = one.unconfirmed === true ? [dim(notConfirmed)] : [];
  const near = `${one.similarity.toFixed(2)}${one.similarity < fitsFrom ? ' weak' : ''}`;
  const facts = [near, one.type, asData(one.made_by, 80), one.created_at.slice(0, 10), one.id];
  const lines = [`${bold(asData(one.title, 300))}${stale}`, dim(facts.join(' · '))];
  const why = asData(one.rationale, shownRationale);
  return [...lines, ...doubt, ...(why === '' ? [] : [why])].join('\n');
}

const nothingYet = 'No decision was recorded yet. Record one: coord decide TITLE --rationale TEXT';

function nothing(least: number | undefined): string {
  if (least === 0) return 'Nothing was found.';
  return 'Nothing fits. With --all the nearest are shown all the same.';
}
