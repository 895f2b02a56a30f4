import { useMemo } from 'preact/hooks';
import type { LogEvent } from '../../../../../../shared/contract/events/events.ts';
import type { Output } from '../../../../../../shared/api/operations.ts';
import { isRefusal, type Refusal } from '../../../../../../shared/kernel/refusal.ts';
import type { ResultChanges as Changes } from '../../../kit/result-words.ts';
import { act } from '../../../kit/toast.tsx';
import { usePlace, type Place } from '../../../place/place.ts';
import { changes } from '../../../state/changed-records.ts';
import { useRecord, type OneRecord } from '../../../state/record.ts';
import { stateOf, titleOf, type Outcome, type Result } from './result.ts';

export type Meeting = Output<'getMeeting'>;

interface Told {
  readonly done?: string | undefined;
  /** Shows a refusal where the person is. */
  readonly refused?: (refusal: Refusal) => void;
}

/** What was said, and by whom. */
type Words = Pick<Meeting, 'transcript' | 'speakers'>;

/** One meeting as the page shows it. Its words are read once; after a review the rest alone. */
export class OpenMeeting {
  private words: Words | undefined;
  private shown: OneRecord<Meeting> | undefined;

  constructor(
    private readonly client: Place['client'],
    private readonly id: string,
  ) {}

  read = async (): Promise<Meeting | Refusal> => {
    const brief = this.words !== undefined;
    const meeting_id = this.id;
    const answer = await this.client.call('getMeeting', { meeting_id, ...(brief && { brief }) });
    if (isRefusal(answer)) return answer;
    // While it goes on, more is said.
    if (answer.status === 'completed') this.words ??= wordsOf(answer);
    return { ...answer, ...this.words };
  };

  isChangedBy = (event: LogEvent, before: Meeting | Refusal | undefined): boolean => {
    const packages = before === undefined || isRefusal(before) ? [] : before.work_packages;
    return (
      changes(event, 'meeting', this.id) || packages.some(({ id }) => changes(event, 'package', id))
    );
  };

  shownIn(record: OneRecord<Meeting>): void {
    this.shown = record;
  }

  /** Changes what a person says of a result, and offers to take it back where `done` says what was done. */
  async review(result: Result, changes: Changes, { done, refused }: Told = {}): Promise<boolean> {
    const before = beforeOf(result, changes);
    const answer = await act(this.change(result.id, changes), {
      ...(done !== undefined && { done, undo: () => this.change(result.id, before) }),
      ...(refused !== undefined && { refused }),
    });
    return answer !== undefined;
  }

  /** Confirms all of these; what is taken back waits again. */
  async confirmAll(waiting: readonly Result[]): Promise<void> {
    const all = (state: 'found' | 'confirmed') => async () => {
      let last: Outcome | Refusal | undefined;
      for (const { id } of waiting) {
        last = await this.change(id, { state });
        if (isRefusal(last)) return last;
      }
      return last as Outcome;
    };
    const count = waiting.length;
    await act(all('confirmed')(), {
      done: count === 1 ? 'One result confirmed.' : `${count} results confirmed.`,
      undo: all('found'),
    });
  }

  private async change(result_id: string, changes: Changes): Promise<Outcome | Refusal> {
    const input = { meeting_id: this.id, result_id, ...changes };
    const answer = await this.client.call('reviewResult', input);
    if (!isRefusal(answer)) this.shown?.put({ ...answer, transcript: '', ...this.words });
    return answer;
  }
}

function wordsOf({ transcript, speakers }: Meeting): Words {
  return { transcript, speakers };
}

/** What brings a result back to where it was before these changes. */
function beforeOf(result: Result, changes: Changes): Changes {
  const { rationale } = result.kind === 'decision' ? result.found : { rationale: '' };
  const before: Required<Omit<Changes, 'was'>> = {
    state: stateOf(result),
    title: titleOf(result),
    rationale,
    action: titleOf(result),
    assignee: (result.kind === 'action' && result.found.assignee) || null,
    deadline: (result.kind === 'action' && result.found.deadline) || null,
    priority: result.kind === 'action' ? result.found.priority : 'medium',
  };
  const names = Object.keys(changes).filter((name) => name in before) as (keyof typeof before)[];
  return Object.fromEntries(names.map((name) => [name, before[name]]));
}

/** The meeting, kept up by the log. */
export function useMeeting(id: string): {
  readonly meeting: Meeting | Refusal | undefined;
  readonly open: OpenMeeting;
} {
  const { client } = usePlace();
  const open = useMemo(() => new OpenMeeting(client, id), [client, id]);
  const record = useRecord<Meeting>(() => open, [open]);
  open.shownIn(record);
  return { meeting: record.value.value, open };
}
