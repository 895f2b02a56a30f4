import { useState } from 'preact/hooks';
import type { DecisionRecord, DecisionType } from '../../../../../../shared/decisions/contract.ts';
import { asData, shownId } from '../../../../../../shared/kernel/display.ts';
import { isRefusal, type Refusal } from '../../../../../../shared/kernel/refusal.ts';
import { notInIndex } from '../../../../../../shared/symbols/indexed.ts';
import { DraftForm, useDraft } from '../../../kit/forms/draft.tsx';
import { Problem } from '../../../kit/forms/field.tsx';
import { Page } from '../../../kit/page.tsx';
import { problemsOf } from '../../../kit/forms/problems.ts';
import { ChoiceField, LongField, TextField } from '../../../kit/forms/text-field.tsx';
import { tell } from '../../../kit/toast.tsx';
import { useAddress } from '../../../place/address.ts';
import { usePlace } from '../../../place/place.ts';
import { unknownAmong, useFiles } from '../../../state/files.ts';
import { types } from '../list/filter.ts';
import { typeWords } from '../common/words.ts';
import { itemsIn } from './files-in.ts';
import { Near } from '../list/found.tsx';
import { ReplacedNote, useNewest } from './newest.tsx';

interface RecordPageProps {
  /** The decision that the new one ends; where another one has replaced it meanwhile, that one is ended. */
  readonly replaced?: DecisionRecord;
}

interface Draft {
  readonly title: string;
  readonly rationale: string;
  readonly type: DecisionType;
  readonly files: string;
}

/** What the draft is kept under: that of the form to supersede a decision has its id. */
export function draftName(replaced = ''): string {
  return `decision ${replaced}`;
}

/** Records a decision, or one that replaces another; beside it stand those that mean nearly the same. */
export function RecordPage({ replaced }: RecordPageProps) {
  const { client, workspace, href } = usePlace();
  const { go } = useAddress();
  const kept = useDraft<Draft>(draftName(replaced?.id), {
    title: replaced?.title ?? '',
    rationale: '',
    type: replaced?.type ?? 'approach',
    files: replaced?.files.join('\n') ?? '',
  });
  const { draft } = kept;
  const [refusal, setRefusal] = useState<Refusal>();
  const newest = useNewest(replaced);
  const target = newest ?? replaced;
  const back = target === undefined ? href('decisions') : href('decisions', target.id);
  const submit = async () => {
    const made = await client.call('decide', {
      id: workspace.value.id,
      title: draft.title,
      rationale: draft.rationale,
      type: draft.type,
      files: itemsIn(draft.files),
      ...(target !== undefined && { supersedes: target.id }),
    });
    if (isRefusal(made)) return setRefusal(made);
    kept.forget();
    tell(saidOf(made.ended.length));
    go(href('decisions', made.id));
  };
  return (
    <Page
      title={replaced === undefined ? 'Record a decision' : 'Supersede a decision'}
      above={
        target === undefined
          ? { title: 'Decisions', to: back }
          : { title: asData(target.title, 60), to: back }
      }
      isReady
    >
      <div class="form-page">
        <DraftForm
          label="The decision"
          kept={kept}
          submit={replaced === undefined ? 'Record' : 'Supersede'}
          canSubmit={draft.title.trim() !== '' && target?.state !== 'ended'}
          back={back}
          onSubmit={submit}
        >
          {replaced !== undefined && newest !== undefined && (
            <ReplacedNote replaced={replaced} newest={newest} />
          )}
          <Inputs draft={draft} refusal={refusal} onChange={kept.change} />
        </DraftForm>
        <Near words={`${draft.title} ${draft.rationale}`} except={target?.id} />
      </div>
    </Page>
  );
}

function saidOf(ended: number): string {
  if (ended === 0) return 'Recorded. Agents are told of it.';
  return ended === 1 ? 'Recorded. It replaces one decision.' : `Recorded. It replaces ${ended}.`;
}

interface InputsProps {
  readonly draft: Draft;
  readonly refusal: Refusal | undefined;
  onChange(draft: Draft): void;
}

function Inputs({ draft, refusal, onChange }: InputsProps) {
  const problems = problemsOf(refusal, ['title', 'rationale', 'files']);
  const set = (changes: Partial<Draft>) => onChange({ ...draft, ...changes });
  return (
    <>
      <TextField
        label="The choice, in one line"
        problem={problems.title}
        maxLength={300}
        placeholder="Prices are kept in cents"
        value={draft.title}
        onInput={(title) => set({ title })}
      />
      <LongField
        label="Why"
        hint="Name the functions and classes that it is about: when one of them changes, the decision turns stale."
        problem={problems.rationale}
        rows={7}
        maxLength={10_000}
        value={draft.rationale}
        onInput={(rationale) => set({ rationale })}
      />
      <ChoiceField
        label="Type"
        value={draft.type}
        options={types.map((type) => ({ value: type, label: typeWords[type].word }))}
        onPick={(type) => set({ type })}
      />
      <LongField
        label="Files"
        hint="Paths in the repository, one on each line."
        problem={problems.files}
        isCode
        rows={3}
        placeholder="src/pricing/price.ts"
        value={draft.files}
        onInput={(files) => set({ files })}
      />
      <UnknownFiles files={itemsIn(draft.files)} />
      <Problem text={problems.elsewhere} />
    </>
  );
}

/** DEC-16: said, and no reason not to record it: the file may come. */
function UnknownFiles({ files }: { readonly files: readonly string[] }) {
  const unknown = unknownAmong(files, useFiles().value);
  return (
    <div role="status">
      {unknown.length > 0 && (
        <p class="quiet">
          {notInIndex(unknown)}: {unknown.map((file) => shownId(file)).join(', ')}. You can record
          it all the same.
        </p>
      )}
    </div>
  );
}
