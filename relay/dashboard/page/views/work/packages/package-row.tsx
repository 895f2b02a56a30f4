import { asData, asText, shownId, shownUser } from '../../../../../../shared/kernel/display.ts';
import type { WorkPackageRecord } from '../../../../../../shared/work-packages/contract.ts';
import { notFileScoped } from '../../../../../../shared/work-packages/not-file-scoped.ts';
import { Badge, Button } from '../../../kit/button.tsx';
import { Name } from '../../../kit/code.tsx';
import { Link } from '../../../kit/link.tsx';
import { ask } from '../../../kit/forms/ask.tsx';
import { act } from '../../../kit/toast.tsx';
import { Who } from '../../../kit/who.tsx';
import { isAdmin, usePlace } from '../../../place/place.ts';
import { nextStep, type PackageStep } from './groups.ts';

const states = {
  open: { word: 'open', tone: 'plain' },
  claimed: { word: 'claimed', tone: 'info' },
  in_progress: { word: 'in progress', tone: 'accent' },
  completed: { word: 'completed', tone: 'good' },
} as const;

interface PackageRowProps {
  readonly one: WorkPackageRecord;
  onMoved(one: WorkPackageRecord): void;
}

/** One package in a line; opened, it says all that it follows from. */
export function PackageRow({ one, onMoved }: PackageRowProps) {
  const { status, title, files, assignee_name: assignee } = one;
  const { word, tone } = states[status];
  const [first] = files;
  return (
    <li class="package">
      <details>
        <summary data-row>
          <span class="cut">{asData(title)}</span>
          <span
            class="package-files cut faint"
            title={files.map((file) => shownId(file)).join('\n')}
          >
            {first === undefined ? 'not file-scoped' : <code>{shownId(first)}</code>}
            {files.length > 1 && ` +${files.length - 1}`}
          </span>
          <span class="package-who cut">
            {assignee === undefined ? (
              <span class="faint">nobody yet</span>
            ) : (
              <Who name={assignee} />
            )}
          </span>
          <Badge tone={tone}>{word}</Badge>
        </summary>
        <Inside one={one} />
      </details>
      <Step one={one} onMoved={onMoved} />
    </li>
  );
}

/** PKG-1, DSH-4: no step is taken back, so each asks first; a step with what is somebody else's says whose it is. */
function Step({ one, onMoved }: PackageRowProps) {
  const place = usePlace();
  const { client, workspace, me } = place;
  const step = nextStep[one.status];
  if (step === undefined) return <span class="package-step" />;
  const id = workspace.value.id;
  const isTheirs = one.status === 'open' || one.assignee === me.id || isAdmin(place);
  const locked = isTheirs
    ? {}
    : {
        disabled: true,
        title: `It is with ${shownUser(one.assignee_name ?? 'somebody else')}, who moves it; an admin can too.`,
      };
  const isOthers = one.assignee !== undefined && one.assignee !== me.id;
  const move = async () => {
    const whose = isOthers ? shownUser(one.assignee_name ?? 'somebody else') : undefined;
    if (!(await ask(questionOf(step, asData(one.title, 80), whose)))) return;
    const moved = await act(
      one.status === 'open'
        ? client.call('claimPackage', { id, pid: one.id })
        : client.call('movePackage', { id, pid: one.id, status: step.status }),
      { done: step.done },
    );
    if (moved !== undefined) onMoved(moved);
  };
  return (
    <span class="package-step">
      <Button size="s" {...locked} onClick={() => void move()}>
        {step.label}
      </Button>
    </span>
  );
}

/** PKG-5: how the file came in, where it was not named. */
function Reason({ text }: { readonly text: string | undefined }) {
  if (text === undefined || text === 'named') return null;
  return <span class="faint"> {shownId(text)}</span>;
}

/** `whose` names who has it, when it is not the person who asks. */
function questionOf({ label, means }: PackageStep, title: string, whose: string | undefined) {
  const theirs = whose === undefined ? '' : ` It is with ${whose}, not with you.`;
  return {
    title: whose === undefined ? `${label} the package` : `${label} the package of ${whose}`,
    text: `“${title}”:${theirs} ${means}`,
    yes: label,
    kind: whose === undefined ? ('primary' as const) : ('danger' as const),
  };
}

function Inside({ one }: Pick<PackageRowProps, 'one'>) {
  const {
    description,
    title,
    files,
    file_reasons: reasons = [],
    unknown_files: unknown = [],
    decisions,
  } = one;
  const { href } = usePlace();
  return (
    <div class="package-inside">
      {description !== title && <p class="work-text">{asText(description)}</p>}
      {files.length === 0 && <p class="quiet">{notFileScoped}</p>}
      <ul>
        {files.map((file) => (
          <li key={file}>
            <Name text={file} />
            <Reason text={reasons.find((one) => one.file === file)?.reason} />
            {unknown.includes(file) && <span class="faint"> not in the repository’s index</span>}
          </li>
        ))}
      </ul>
      {decisions.length > 0 && (
        <p class="quiet">
          Follows from{' '}
          {decisions.map(({ id, title: name }, at) => (
            <span key={id}>
              {at > 0 && ', '}
              <Link to={href('decisions', id)}>{asData(name, 120)}</Link>
            </span>
          ))}
        </p>
      )}
    </div>
  );
}
