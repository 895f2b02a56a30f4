import { useRef } from 'preact/hooks';
import { asData } from '../../../../../../shared/kernel/display.ts';
import { confidenceWord } from '../../../../../../shared/meetings/confidence.ts';
import type { UnreviewedResult } from '../../../../../../shared/meetings/review.ts';
import { dayInWords } from '../../../kit/dates.ts';
import { Link } from '../../../kit/link.tsx';
import { usePlace } from '../../../place/place.ts';
import { Detail, Facts, Paths, Section, Words, type Action } from '../parts/detail.tsx';
import { type ItemOf, keyOf } from '../model/items.ts';
import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import { act } from '../../../kit/toast.tsx';
import { useInbox } from '../parts/inbox-context.ts';
import { PersonPick } from '../../../kit/forms/text-field.tsx';
import { useAnswer } from '../../../state/record.ts';
import { showDialog } from '../../../kit/forms/ask.tsx';
import { DialogForm } from '../../../kit/forms/dialog-form.tsx';
import { ResultFields, useResultWords } from '../../../kit/forms/result-fields.tsx';
import { resultFields, type ResultChanges, type ResultWords } from '../../../kit/result-words.ts';
import { now } from '../../../state/clock.ts';
import { useMembers } from '../../../state/members.ts';

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
  const day = deadline === undefined ? '' : dayInWords(deadline, now.value);
  const said = words === undefined ? '' : `said as “${asData(words, 80)}”`;
  return <span class="numbers">{[day, said].filter((part) => part !== '').join(', ')}</span>;
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

type State = 'found' | 'confirmed' | 'dropped';

/** Confirm, edit, drop, assign, and confirm all of the meeting; each can be taken back. */
function useResultActions(
  { record }: ItemOf<'result'>,
  toAssign: () => unknown,
): readonly Action[] {
  const { client } = usePlace();
  const { items, settle } = useInbox();
  const isSuggestion = record.is_suggestion === true;
  const say = ({ meeting_id, id: result_id }: UnreviewedResult, state: State) =>
    client.call('reviewResult', { meeting_id, result_id, state });
  const judge = (state: State, done: string) =>
    settle(() =>
      act(say(record, state), {
        done: `${done}: ${asData(record.title, 60)}`,
        // A suggestion that is confirmed has become a result: it is dropped as one.
        ...(!(isSuggestion && state === 'confirmed') && { undo: () => say(record, 'found') }),
      }),
    );
  const mates = items
    .filter((item) => item.kind === 'result')
    .filter((item) => item.record.meeting_id === record.meeting_id)
    .filter((item) => item.record.is_suggestion !== true);
  const sayAll = async (state: State) => {
    const answers = await Promise.all(mates.map((mate) => say(mate.record, state)));
    return answers.find(isRefusal) ?? answers;
  };
  const all = () =>
    settle(
      () =>
        act(sayAll('confirmed'), {
          done: `${mates.length} results confirmed.`,
          undo: () => sayAll('found'),
        }),
      new Set(mates.map(keyOf)),
    );
  const isAction = record.kind === 'action';
  return [
    {
      letter: 'c',
      label: 'Confirm',
      kind: 'primary',
      run: () => judge('confirmed', 'Confirmed'),
    },
    { letter: 'e', label: 'Edit', run: () => editResult(record) },
    ...(isAction ? [{ letter: 'i', label: 'Assign', run: toAssign }] : []),
    { letter: 'x', label: 'Drop', kind: 'danger', run: () => judge('dropped', 'Dropped') },
    ...(mates.length > 1 && !isSuggestion
      ? [{ letter: 'C', label: `Confirm all ${mates.length} of this meeting`, run: all }]
      : []),
  ];
}

const mostMembers = 500;

/** Who does it: a member, whoever was named in the meeting, or nobody. */
function Assign({ record }: { readonly record: UnreviewedResult }) {
  const { client, workspace } = usePlace();
  const { over } = useInbox();
  const { meeting_id, id: result_id, assignee = '' } = record;
  const options = useAssignees(assignee);
  if (over !== undefined) return <>{asData(assignee) || 'Nobody'}</>;
  const assign = (to: string) =>
    client.call('reviewResult', { meeting_id, result_id, assignee: to === '' ? null : to });
  const onPick = (to: string) =>
    void act(assign(to), {
      done: to === '' ? 'It is nobody’s now.' : 'Assigned.',
      undo: () => assign(assignee),
    });
  return (
    <PersonPick
      key={workspace.value.id}
      label="For whom"
      value={assignee}
      options={options}
      onPick={onPick}
    />
  );
}

/** Members by name, as meetings name people. Who was named and is no member stays a choice. */
function useAssignees(named: string): readonly { value: string; label: string }[] {
  const { workspace } = usePlace();
  const members = useAnswer('listMembers', { id: workspace.value.id, limit: mostMembers });
  const names = new Set((members?.members ?? []).map(({ name }) => name));
  if (named !== '') names.add(named);
  const all = [...names].map((name) => ({ value: name, label: asData(name, 80) }));
  return [{ value: '', label: 'Nobody' }, ...all];
}

/** Asks for other words of a result; what was there can be brought back. */
function editResult(record: UnreviewedResult): Promise<void> {
  return showDialog('Edit what was found', ({ close }) => (
    <EditForm record={record} close={close} />
  ));
}

/** What can be changed of a result, as it is. */
function wordsOf(record: UnreviewedResult): ResultWords {
  const { kind, title, rationale = '', assignee = '', priority = 'medium' } = record;
  const { deadline = '', deadline_words: deadlineWords = '' } = record;
  return { kind, title, rationale, assignee, deadline, deadlineWords, priority };
}

interface EditFormProps {
  readonly record: UnreviewedResult;
  close(): void;
}

function EditForm({ record, close }: EditFormProps) {
  const { client } = usePlace();
  const { words, set, changes, seen, kept } = useResultWords(record.id, wordsOf(record));
  const members = useMembers();
  const { meeting_id, id: result_id } = record;
  const say = (changes: ResultChanges) =>
    client.call('reviewResult', { meeting_id, result_id, ...changes });
  return (
    <DialogForm
      yes="Save"
      fields={resultFields}
      kept={kept}
      close={close}
      send={(refused) => {
        if (changes === undefined) return true;
        const undo = () => say(changes.was ?? {});
        return act(say(changes), { done: 'Changed.', undo, refused: seen(refused) });
      }}
    >
      {(problems) => <ResultFields {...{ words, members, set, problems }} />}
    </DialogForm>
  );
}
