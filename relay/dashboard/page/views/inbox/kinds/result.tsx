import { useRef } from 'preact/hooks';
import { asData } from '../../../../../../shared/kernel/display.ts';
import type { UnreviewedResult } from '../../../../../../shared/meetings/review.ts';
import { Link } from '../../../kit/link.tsx';
import { usePlace } from '../../../place/place.ts';
import { Detail, Facts, Paths, Section, Words } from '../parts/detail.tsx';
import type { ItemOf } from '../model/items.ts';
import { Assign } from './assign.tsx';
import { useResultActions } from './result-actions.ts';

/** What was found in a meeting, for a person to judge (MTG-8). */
export function ResultItem({ item }: { readonly item: ItemOf<'result'> }) {
  const { href } = usePlace();
  const { record, since } = item;
  const place = useRef<HTMLDivElement>(null);
  const toAssign = () => place.current?.querySelector('select')?.focus();
  const actions = useResultActions(item, toAssign);
  const isDecision = record.kind === 'decision';
  return (
    <Detail
      what={isDecision ? 'Decision from a meeting' : 'Action item from a meeting'}
      since={since}
      title={asData(record.title)}
      question={
        isDecision
          ? 'Was that decided? It counts already; dropped, it ends.'
          : 'Was that agreed? Dropped, it is nobody’s work.'
      }
      actions={actions}
    >
      {record.sentence !== undefined && (
        <Section title="The sentence that it came from">
          <blockquote class="inbox-quote">{asData(record.sentence, 500)}</blockquote>
        </Section>
      )}
      {record.rationale !== undefined && (
        <Section title="Why">
          <Words text={record.rationale} />
        </Section>
      )}
      <div ref={place}>
        <ResultFacts record={record} to={href('meetings', record.meeting_id)} />
      </div>
    </Detail>
  );
}

function ResultFacts({ record, to }: { readonly record: UnreviewedResult; readonly to: string }) {
  return (
    <Facts
      facts={[
        ['Meeting', <Link to={to}>{asData(record.meeting_title)}</Link>],
        record.kind === 'action' && ['For', <Assign record={record} />],
        record.deadline !== undefined && ['Until', <span class="numbers">{record.deadline}</span>],
        record.priority !== undefined && ['Priority', record.priority],
        record.files !== undefined && ['Files', <Paths paths={record.files} />],
      ]}
    />
  );
}
