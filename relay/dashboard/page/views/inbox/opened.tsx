import { useRef } from 'preact/hooks';
import { Empty } from '../../kit/page.tsx';
import { usePlace } from '../../place/place.ts';
import { useAnswer } from '../../state/record.ts';
import { BranchItem, GateItem } from './kinds/gate.tsx';
import { NegotiationItem } from './kinds/negotiation.tsx';
import { ProposedItem, StaleItem } from './kinds/stale.tsx';
import { ResultItem } from './kinds/result.tsx';
import { RuleItem } from './kinds/rule.tsx';
import { keyOf, negotiationItem, proposedItem, staleItem, type Item } from './model/items.ts';
import { type Settled, isAbout, settledBy, settlingTypes } from './model/settled.ts';
import type { LogEvent } from '../../../../../shared/contract/events/events.ts';

/** The item that the address names. */
export function Opened({ item }: { readonly item: Item }) {
  switch (item.kind) {
    case 'negotiation':
      return <NegotiationItem item={item} />;
    case 'gate':
      return <GateItem item={item} />;
    case 'branch':
      return <BranchItem item={item} />;
    case 'stale':
      return <StaleItem item={item} />;
    case 'decision':
      return <ProposedItem item={item} />;
    case 'rule':
      return <RuleItem item={item} />;
    case 'result':
      return <ResultItem item={item} />;
  }
}

/** Said of an item that waits no longer and of which nothing more is known. */
export function Gone({ over }: { readonly over: Pick<Settled, 'words'> & Partial<Settled> }) {
  return (
    <Empty title={over.title ?? 'This waits no longer'}>
      <p role="status">
        {over.title !== undefined && 'This waits no longer. '}
        {over.words}
      </p>
    </Empty>
  );
}

/** An item by the parts of its address: as it waits, as it was when it last did, or as its record says. */
export function useItem(
  items: readonly Item[],
  { kind = '', id = '' }: { kind: string | undefined; id: string | undefined },
): { readonly item: Item | undefined; readonly isWaiting: boolean } {
  const key = keyOf({ kind, id });
  const waiting = items.find((item) => keyOf(item) === key);
  const seen = useRef<Item | undefined>(undefined);
  if (waiting !== undefined) seen.current = waiting;
  const before =
    seen.current !== undefined && keyOf(seen.current) === key ? seen.current : undefined;
  const known = waiting ?? before;
  const asked = useRecord(known === undefined ? { kind, id } : { kind: '', id: '' });
  return { item: known ?? asked, isWaiting: waiting !== undefined };
}

/** Decisions and negotiations can be read when they are settled, too. */
function useRecord({ kind, id: recordId }: { kind: string; id: string }): Item | undefined {
  const { workspace } = usePlace();
  const id = workspace.value.id;
  const isDecision = kind === 'stale' || kind === 'decision';
  const decision = useAnswer('getDecision', isDecision ? { id, decision_id: recordId } : undefined);
  const negotiation = useAnswer(
    'getNegotiation',
    kind === 'negotiation' ? { id, negotiation_id: recordId } : undefined,
  );
  if (negotiation !== undefined) return negotiationItem(negotiation);
  if (decision === undefined) return undefined;
  return kind === 'stale' ? staleItem(decision) : proposedItem(decision);
}

export type Over = Pick<Settled, 'words'> & Partial<Settled>;

interface Named {
  readonly kind: string | undefined;
  readonly id: string | undefined;
}

/** By whom an item was settled, out of the log; undefined while it waits. */
export function useOver({ kind, id }: Named, isWaiting: boolean): Over | undefined {
  const { live, workspace } = usePlace();
  const wanted = kind !== undefined && id !== undefined && !isWaiting ? { kind, id } : undefined;
  const fresh = wanted && settlementIn(live.log.value, wanted);
  const isAsked = wanted !== undefined && fresh === undefined;
  const older = useAnswer(
    'listEvents',
    isAsked
      ? { id: workspace.value.id, type: [...settlingTypes], limit: 50, ...aboutOf(kind, id) }
      : undefined,
  );
  if (wanted === undefined) return undefined;
  const found = fresh ?? (older && settlementIn(older.events, wanted));
  if (found !== undefined) return found;
  return older === undefined ? undefined : { words: 'The log does not say how it ended.' };
}

function settlementIn(
  events: readonly LogEvent[],
  { kind, id }: { kind: string; id: string },
): Settled | undefined {
  for (const event of events) {
    const found = settledBy(event).find((settled) => isAbout(settled, kind, id));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What the events of an item name; those of a branch name nothing of its address. */
function aboutOf(kind: string | undefined, id = ''): { about?: string } {
  if (kind === 'branch' || id === '') return {};
  return { about: kind === 'result' ? id.slice(id.indexOf('.') + 1) : id };
}
