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
  const answer = await inWorkspace(terminal, options, (client, workspace_id) =>
    client.call('search', { workspace_id, query, limit, ...how }),
  );
  if (isRefusal(answer)) return answer;
  const { dim, bold, yellow } = output.style;
  output.show(answer, () => {
    if (answer.results.length === 0) return nothing(least);
    return answer.results
      .map((one) => {
        const stale = one.is_stale ? yellow(' stale') : '';
        const near = one.similarity.toFixed(2);
        const facts = [
          near,
          one.type,
          asData(one.made_by, 80),
          one.created_at.slice(0, 10),
          one.id,
        ];
        const lines = [`${bold(asData(one.title, 300))}${stale}`, dim(facts.join(' · '))];
        const why = asData(one.rationale, shownRationale);
        return [...lines, ...(why === '' ? [] : [why])].join('\n');
      })
      .join('\n\n');
  });
  return 0;
}

function nothing(least: number | undefined): string {
  if (least === 0) return 'Nothing was found.';
  return 'Nothing fits. With --all the nearest are shown all the same.';
}
