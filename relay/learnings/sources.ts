import type { Source } from './answer.ts';
import { selectConventionsById } from '../conventions/queries.ts';
import { selectDecisionsById } from '../decisions/queries.ts';
import { selectMeetingsById } from '../meetings/queries.ts';
import { notConfirmed } from '../../shared/decisions/unconfirmed.ts';
import { titleOf } from './title.ts';
import type { Hit } from '../search/port.ts';
import type { Database } from '../store/database.ts';
import { selectLearningsById } from './queries.ts';
import type { SourceReader } from './service.ts';

/** Reads the records of hits. Ended decisions, retired conventions and deleted records are left out. */
export function sourceReader({ reader: db }: Database): SourceReader {
  return async (workspaceId, hits) => {
    const idsOf = (kind: Hit['kind']) =>
      hits.filter((hit) => hit.kind === kind).map(({ id }) => id);
    const [decisions, conventions, learnings, meetings] = await Promise.all([
      selectDecisionsById(db, workspaceId, idsOf('decision')),
      selectConventionsById(db, workspaceId, idsOf('convention')),
      selectLearningsById(db, workspaceId, idsOf('learning')),
      selectMeetingsById(db, workspaceId, idsOf('meeting')),
    ]);
    const sources: Source[] = [
      ...decisions
        .filter(({ state }) => state === 'fresh' || state === 'stale')
        .map(({ id, title, rationale, state, unconfirmed }) => {
          const stale = state === 'stale' ? ' (stale: its code has changed)' : '';
          const doubt = unconfirmed === 1 ? ` (${notConfirmed})` : '';
          const text = `${rationale}${stale}${doubt}`.trim();
          return { id, kind: 'decision' as const, title, text };
        }),
      ...conventions
        .filter(({ status }) => status === 'active')
        .map(({ id, title, rationale }) => ({
          id,
          kind: 'convention' as const,
          title,
          text: rationale,
        })),
      ...learnings.map(({ id, insight }) => {
        return { id, kind: 'learning' as const, title: titleOf(insight), text: insight };
      }),
      ...meetings.map(({ id, title, transcript }) => {
        return { id, kind: 'meeting' as const, title, text: transcript };
      }),
    ];
    const byId = new Map(sources.map((source) => [source.id, source]));
    return hits.flatMap(({ id }) => byId.get(id) ?? []);
  };
}
