import { asData } from '../../../../../../shared/kernel/display.ts';
import { Badge } from '../../../kit/badge.tsx';
import { Name } from '../../../kit/code.tsx';
import type { Member } from '../../../state/members.ts';
import { now } from '../../../state/clock.ts';
import { dayInWords, localDay } from '../common/words.ts';
import type { OpenMeeting } from './meeting.ts';
import {
  assigneesFor,
  stateOf,
  type FoundAction,
  type FoundDecision,
  type Result,
} from './result.ts';

interface AboutProps {
  readonly result: Result;
  readonly open: OpenMeeting;
  readonly members: readonly Member[];
}

/** The line below a result: what it is about, or who does it until when. */
export function ResultAbout({ result, open, members }: AboutProps) {
  if (stateOf(result) === 'dropped') return null;
  return result.kind === 'decision' ? (
    <AboutDecision found={result.found} />
  ) : (
    <AboutAction {...{ result, open, members }} found={result.found} />
  );
}

const mostFiles = 3;

function AboutDecision({ found }: { readonly found: FoundDecision }) {
  const { rationale, title } = found;
  // A file that the title names already is not said twice.
  const files = found.affected_files.filter((file) => !title.includes(file));
  if (rationale === '' && files.length === 0) return null;
  return (
    <div class="result-about">
      {rationale !== '' && <span class="result-why">{asData(rationale, 300)}</span>}
      {files.slice(0, mostFiles).map((file) => (
        <Name key={file} text={file} />
      ))}
      {files.length > mostFiles && <span>and {files.length - mostFiles} more</span>}
    </div>
  );
}

interface AboutActionProps extends AboutProps {
  readonly found: FoundAction;
}

function AboutAction({ result, found, open, members }: AboutActionProps) {
  const { value, options } = assigneesFor(found, members);
  const assign = (to: string) => {
    const who = options.find((option) => option.value === to)?.label ?? to;
    const done = to === '' ? 'Given to nobody.' : `Given to ${asData(who, 40)}.`;
    void open.review(result, { assignee: to === '' ? null : to }, done);
  };
  const isLate = found.deadline !== undefined && found.deadline < localDay(now.value);
  return (
    <div class="result-about">
      <select
        class="input pick result-assignee"
        aria-label="Who does it"
        value={value}
        onChange={({ currentTarget }) => assign(currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {asData(option.label, 60)}
          </option>
        ))}
      </select>
      {found.deadline !== undefined && (
        <span class="numbers nowrap" data-late={isLate || undefined}>
          by {dayInWords(found.deadline, now.value)}
        </span>
      )}
      {found.priority === 'high' && <Badge tone="warn">High</Badge>}
      {found.priority === 'low' && <span>low priority</span>}
    </div>
  );
}
