import { useRef } from 'preact/hooks';
import { asData } from '../../../../../../shared/kernel/display.ts';
import { confidenceWord } from '../../../../../../shared/meetings/confidence.ts';
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
  return (
    <Detail
      what={whatOf(record)}
      since={since}
      title={asData(record.title)}
      question={questionOf(record)}
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

const called = {
  decision: ['Decision from a meeting', 'Suggested decision from a meeting'],
  action: ['Action item from a meeting', 'Suggested action item from a meeting'],
} as const;

function whatOf({ kind, is_suggestion: isSuggestion }: UnreviewedResult): string {
  return called[kind][isSuggestion === true ? 1 : 0];
}

function questionOf({ kind, is_suggestion: isSuggestion }: UnreviewedResult): string {
  const asked = kind === 'decision' ? 'Was that decided?' : 'Was that agreed?';
  if (isSuggestion === true) return `${asked} It counts only when it is confirmed.`;
  return kind === 'decision'
    ? `${asked} It counts already; dropped, it ends.`
    : `${asked} Dropped, it is nobody’s work.`;
}

/** The day, with the words that say it. */
function Until({ record }: { readonly record: UnreviewedResult }) {
  const { deadline, deadline_words: words } = record;
  const said = words === undefined ? '' : `said as “${asData(words, 80)}”`;
  return (
    <span class="numbers">{[deadline ?? '', said].filter((part) => part !== '').join(', ')}</span>
  );
}

function ResultFacts({ record, to }: { readonly record: UnreviewedResult; readonly to: string }) {
  return (
    <Facts
      facts={[
        ['Meeting', <Link to={to}>{asData(record.meeting_title)}</Link>],
        record.kind === 'action' && ['For', <Assign record={record} />],
        (record.deadline ?? record.deadline_words) !== undefined && [
          'Until',
          <Until record={record} />,
        ],
        record.priority !== undefined && ['Priority', record.priority],
        record.confidence !== undefined && ['The reader was', confidenceWord(record.confidence)],
        record.files !== undefined && ['Files', <Paths paths={record.files} />],
      ]}
    />
  );
}
