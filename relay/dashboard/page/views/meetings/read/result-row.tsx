import {
  ArrowUpRight,
  Check,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleX,
  Pencil,
  RotateCcw,
  X,
} from 'lucide-preact';
import { useRef, useState, useEffect } from 'preact/hooks';
import { asData } from '../../../../../../shared/kernel/display.ts';
import { confidenceWord } from '../../../../../../shared/meetings/confidence.ts';
import type { Refusal } from '../../../../../../shared/kernel/refusal.ts';
import { IconButton, Button } from '../../../kit/button.tsx';
import { hueOf } from '../../../kit/hues.ts';
import { Link } from '../../../kit/link.tsx';
import { usePlace } from '../../../place/place.ts';
import type { Member } from '../../../state/members.ts';
import { Problem } from '../../../kit/forms/field.tsx';
import { problemsOf } from '../../../kit/forms/problems.ts';
import { DraftNote } from '../../../kit/forms/draft.tsx';
import {
  ResultFields,
  useHasResultDraft,
  useResultWords,
} from '../../../kit/forms/result-fields.tsx';
import { resultFields } from '../../../kit/result-words.ts';
import type { OpenMeeting } from './meeting.ts';
import { ResultAbout, reviewedWords } from './result-about.tsx';
import { stateOf, titleOf, type Result, wordsOf } from './result.ts';
import './read.css';

interface ResultRowProps {
  readonly result: Result;
  readonly open: OpenMeeting;
  readonly members: readonly Member[];
  readonly isChosen: boolean;
  /** Who said its sentence; empty where the transcript does not say it. */
  readonly speaker: string;
  onChoose(): void;
}

const marks = {
  found: { icon: CircleDashed, words: 'Not reviewed' },
  confirmed: { icon: CircleCheck, words: 'Confirmed' },
  dropped: { icon: CircleX, words: 'Dropped' },
} as const;

const suggested = { icon: CircleHelp, words: 'Suggested' };

/** One result with its sentence. DSH-69: `c` confirms it, `e` edits it, `x` drops it. */
export function ResultRow(props: ResultRowProps) {
  const { result, open, members, speaker, isChosen, onChoose } = props;
  const hasDraft = useHasResultDraft(result.id);
  const [isEdited, setEdited] = useState(hasDraft && mayEdit(result));
  const row = useRef<HTMLButtonElement>(null);
  const state = stateOf(result);
  const { icon: Icon, words } = result.isSuggestion === true ? suggested : marks[state];
  const { href } = usePlace();
  const to = result.kind === 'decision' ? href('decisions', result.id) : undefined;
  const does = actionsOf(props, () => setEdited(true));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    if (event.target instanceof HTMLElement && event.target.matches('input, textarea, select'))
      return;
    const action = { c: does.confirm, e: does.edit, x: does.drop }[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  };
  const close = () => {
    setEdited(false);
    row.current?.focus();
  };
  return (
    <li
      id={`result-${result.id}`}
      class="result"
      data-state={state}
      data-chosen={isChosen || undefined}
      onKeyDown={onKeyDown}
    >
      <span
        class="result-mark"
        role="img"
        aria-label={words}
        title={reviewedWords(result) || words}
      >
        <Icon size={16} aria-hidden />
      </span>
      <div class="result-main">
        <button ref={row} class="result-open" data-row aria-pressed={isChosen} onClick={onChoose}>
          <span>
            <span class="result-title">{asData(titleOf(result), 400)}</span>
            <span class="result-type"> {wordsAfter(result)}</span>
          </span>
          {result.found.sentence !== undefined && !isEdited && (
            <span class="result-sentence" data-hue={hueOf(speaker)}>
              {speaker !== '' && <b>{asData(speaker, 40)}: </b>}
              {asData(result.found.sentence, 500)}
            </span>
          )}
        </button>
        {isEdited ? (
          <EditResult result={result} open={open} members={members} onClose={close} />
        ) : (
          <ResultAbout {...props} />
        )}
      </div>
      {!isEdited && <Actions {...does} to={state === 'confirmed' ? to : undefined} />}
    </li>
  );
}

/** What kind of decision it is, and how sure the reader was of what nobody has reviewed. */
function wordsAfter(result: Result): string {
  const { confidence } = result.found;
  const kind = result.kind === 'decision' ? [asData(result.found.type)] : [];
  const isOpen = stateOf(result) === 'found' && confidence !== undefined;
  return [...kind, ...(isOpen ? [confidenceWord(confidence)] : [])].join(' · ');
}

interface Does {
  readonly confirm?: (() => void) | undefined;
  readonly edit?: (() => void) | undefined;
  readonly drop?: (() => void) | undefined;
  readonly back?: (() => void) | undefined;
  /** The address of the decision that it has become. */
  readonly to?: string | undefined;
}

/** MTG-8: a confirmed decision keeps its words, and so does what was dropped. */
function mayEdit(result: Result): boolean {
  const state = stateOf(result);
  return state === 'found' || (state === 'confirmed' && result.kind === 'action');
}

/** What can be done with it as it is: a dropped result only comes back. */
function actionsOf({ result, open }: ResultRowProps, edit: () => void): Does {
  const state = stateOf(result);
  const set = (to: typeof state, done?: string) => () =>
    void open.review(result, { state: to }, { done });
  if (state === 'dropped') return { back: set('found', 'Brought back.') };
  const drop = set('dropped', `Dropped: ${asData(titleOf(result), 60)}`);
  if (state === 'found') return { confirm: set('confirmed'), edit, drop };
  return { ...(mayEdit(result) && { edit }), drop, back: set('found') };
}

function Actions({ confirm, edit, drop, back, to }: Does) {
  return (
    <span class="result-actions">
      {back !== undefined && (
        <IconButton label="Back to not reviewed" onClick={back}>
          <RotateCcw size={14} aria-hidden />
        </IconButton>
      )}
      {confirm !== undefined && (
        <IconButton label="Confirm (c)" onClick={confirm}>
          <Check size={15} aria-hidden />
        </IconButton>
      )}
      {to !== undefined && (
        <Link to={to} class="icon-button" aria-label="Open the decision" title="Open the decision">
          <ArrowUpRight size={15} aria-hidden />
        </Link>
      )}
      {edit !== undefined && (
        <IconButton label="Edit (e)" onClick={edit}>
          <Pencil size={14} aria-hidden />
        </IconButton>
      )}
      {drop !== undefined && (
        <IconButton label="Drop (x)" onClick={drop}>
          <X size={15} aria-hidden />
        </IconButton>
      )}
    </span>
  );
}

interface EditProps {
  readonly result: Result;
  readonly open: OpenMeeting;
  readonly members: readonly Member[];
  onClose(): void;
}

/** The words of a result, to change; Escape leaves them as they are. */
function EditResult({ result, open, members, onClose }: EditProps) {
  const form = useRef<HTMLFormElement>(null);
  const { words, set, changes, seen, kept } = useResultWords(result.id, wordsOf(result));
  const [refusal, setRefusal] = useState<Refusal>();
  const [isSaving, setSaving] = useState(false);
  // What was typed before stands there again when the page opens, which has a focus of its own.
  useEffect(() => {
    if (!kept.isBack) form.current?.querySelector('input')?.focus();
  }, []);
  const end = () => {
    kept.forget();
    onClose();
  };
  const save = async (event: Event) => {
    event.preventDefault();
    if (changes === undefined) return end();
    setSaving(true);
    const told = { done: 'Changed.', refused: seen(setRefusal) };
    const isSaved = await open.review(result, changes, told);
    setSaving(false);
    if (isSaved) end();
  };
  const problems = problemsOf(refusal, resultFields);
  return (
    <form
      ref={form}
      class="result-edit"
      onSubmit={(event) => void save(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        end();
      }}
    >
      <DraftNote isBack={kept.isBack} onForget={kept.forget} />
      <ResultFields {...{ words, members, set, problems }} />
      <Problem text={problems.elsewhere} />
      <div class="result-edit-actions">
        <Button type="submit" kind="primary" size="s" disabled={isSaving}>
          Save
        </Button>
        <Button size="s" kind="quiet" onClick={end}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
