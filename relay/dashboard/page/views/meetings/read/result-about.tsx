import { asData, shownUser } from '../../../../../../shared/kernel/display.ts';
import { Badge } from '../../../kit/button.tsx';
import { Name } from '../../../kit/code.tsx';
import { PersonPick } from '../../../kit/forms/text-field.tsx';
import type { Member } from '../../../state/members.ts';
import { now } from '../../../state/clock.ts';
import { dayInWords } from '../../../kit/dates.ts';
import { localDay } from '../common/words.ts';
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
  if (stateOf(result) === 'dropped') return <Reviewed result={result} />;
  return result.kind === 'decision' ? (
    <AboutDecision result={result} found={result.found} />
  ) : (
    <AboutAction {...{ result, open, members }} found={result.found} />
  );
}

const mostFiles = 3;

/** MTG-19: who reviewed it, and when; empty until somebody has. */
export function reviewedWords({ found }: Result): string {
  const { reviewed_by: by, reviewed_at: at, state = 'found' } = found;
  if (by === undefined) return '';
  const what = { found: 'Changed', confirmed: 'Confirmed', dropped: 'Dropped' }[state];
  const day = at === undefined ? '' : `, ${dayInWords(localDay(Date.parse(at)), now.value)}`;
  return `${what} by ${shownUser(by, 40)}${day}`;
}

function Reviewed({ result }: { readonly result: Result }) {
  const words = reviewedWords(result);
  return words === '' ? null : <div class="result-about">{words}</div>;
}

/** The day with the words that say it. */
function dayWithWords({ deadline, deadline_words: words }: FoundAction): string {
  const said = words === undefined ? '' : `said as “${asData(words, 80)}”`;
  if (deadline === undefined) return said;
  return `by ${dayInWords(deadline, now.value)}${said === '' ? '' : `, ${said}`}`;
}

interface AboutDecisionProps {
  readonly result: Result;
  readonly found: FoundDecision;
}

function AboutDecision({ result, found }: AboutDecisionProps) {
  const { rationale, title } = found;
  // A file that the title names already is not said twice.
  const files = found.affected_files.filter((file) => !title.includes(file));
  const reviewed = reviewedWords(result);
  if (rationale === '' && files.length === 0 && reviewed === '') return null;
  return (
    <div class="result-about">
      {rationale !== '' && <span class="result-why">{asData(rationale, 300)}</span>}
      {files.slice(0, mostFiles).map((file) => (
        <Name key={file} text={file} />
      ))}
      {files.length > mostFiles && <span>and {files.length - mostFiles} more</span>}
      {reviewed !== '' && <span>{reviewed}</span>}
    </div>
  );
}

interface AboutActionProps extends AboutProps {
  readonly found: FoundAction;
}

function AboutAction({ result, found, open, members }: AboutActionProps) {
  const { value, options } = assigneesFor(found, members);
  const reviewed = reviewedWords(result);
  const said = dayWithWords(found);
  const assign = (to: string) => {
    const who = options.find((option) => option.value === to)?.label ?? to;
    const done = to === '' ? 'Given to nobody.' : `Given to ${asData(who, 40)}.`;
    void open.review(result, { assignee: to === '' ? null : to }, { done });
  };
  const isLate = found.deadline !== undefined && found.deadline < localDay(now.value);
  return (
    <div class="result-about">
      <PersonPick
        label="Who does it"
        class="result-assignee"
        {...{ value, options }}
        onPick={assign}
      />
      {said !== '' && (
        <span class="numbers" data-late={isLate || undefined}>
          {said}
        </span>
      )}
      {found.priority === 'high' && <Badge tone="warn">High</Badge>}
      {found.priority === 'low' && <span>low priority</span>}
      {reviewed !== '' && <span>{reviewed}</span>}
    </div>
  );
}
