import { fitsFrom } from '../../../shared/decisions/fit.ts';
import { notConfirmed } from '../../../shared/decisions/unconfirmed.ts';
import { asData } from '../../../shared/kernel/display.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import type { ConnectOptions } from '../../connection/connect.ts';
import { inWorkspace } from '../../connection/in-workspace.ts';

const shownRationale = 240;

export interface SearchOptions extends ConnectOptions {
  readonly query: string;
  readonly limit: number;
  readonly all?: boolean;
  readonly minSimilarity?: number;
}

/** `coord search`: the decisions that answer a question, the nearest first. */
export async function search(
  { terminal, output }: Context,
  options: SearchOptions,
): Promise<Outcome> {
  const { query, limit } = options;
  const least = options.all === true ? 0 : options.minSimilarity;
  const how = least === undefined ? {} : { min_similarity: least };
  let isEmpty = false;
  const answer = await inWorkspace(terminal, options, async (client, workspace_id) => {
    const found = await client.call('search', { workspace_id, query, limit, ...how });
    if (isRefusal(found) || found.results.length > 0) return found;
    const any = await client.call('listDecisions', { id: workspace_id, limit: 1 });
    isEmpty = !isRefusal(any) && any.decisions.length === 0;
    return found;
  });
  if (isRefusal(answer)) return answer;
  const { dim, bold, yellow } = output.style;
  output.show(answer, () => {
    if (answer.results.length === 0) return isEmpty ? nothingYet : nothing(least);
    return answer.results
      .map((one) => {
        const stale = one.is_stale ? yellow(' stale') : '';
        const doubt = one.unconfirmed === true ? [dim(notConfirmed)] : [];
        const near = `${one.similarity.toFixed(2)}${one.similarity < fitsFrom ? ' weak' : ''}`;
        const facts = [
          near,
          one.type,
          asData(one.made_by, 80),
          one.created_at.slice(0, 10),
          one.id,
        ];
        const lines = [`${bold(asData(one.title, 300))}${stale}`, dim(facts.join(' · '))];
        const why = asData(one.rationale, shownRationale);
        return [...lines, ...doubt, ...(why === '' ? [] : [why])].join('\n');
      })
      .join('\n\n');
  });
  return 0;
}

const nothingYet = 'No decision was recorded yet. Record one: coord decide TITLE --rationale TEXT';

function nothing(least: number | undefined): string {
  if (least === 0) return 'Nothing was found.';
  return 'Nothing fits. With --all the nearest are shown all the same.';
}
