import { useMemo, useState } from 'preact/hooks';
import { isRefusal, type Refusal } from '../../../../../shared/kernel/refusal.ts';
import { DraftForm, useDraft } from '../../kit/forms/draft.tsx';
import { Page } from '../../kit/page.tsx';
import { tell } from '../../kit/toast.tsx';
import { useAddress } from '../../place/address.ts';
import { usePlace } from '../../place/place.ts';
import { useFiles } from '../../state/files.ts';
import { countOf, FileList } from './covered.tsx';
import { globsOf, previewOf, type Preview } from './globs-in.ts';
import type { Tier } from '../../../../../shared/conventions/contract.ts';
import { shownId } from '../../../../../shared/kernel/display.ts';
import { counted } from '../../kit/lists/counts.ts';
import { Problem } from '../../kit/forms/field.tsx';
import { problemsOf } from '../../kit/forms/problems.ts';
import { LongField, TextField } from '../../kit/forms/text-field.tsx';
import { tiers, tierWords } from './words.ts';

/** Proposes a rule; beside it stand the files that it is about, while the person types. */
export function ProposePage() {
  const { client, workspace, href } = usePlace();
  const { go } = useAddress();
  const files = useFiles().value;
  const kept = useDraft<Draft>('convention', {
    title: '',
    rationale: '',
    tier: 'should',
    globs: '',
  });
  const { draft } = kept;
  const [refusal, setRefusal] = useState<Refusal>();
  const preview = useMemo(() => previewOf(draft.globs, files ?? []), [draft.globs, files]);
  const back = href('conventions');
  const submit = async () => {
    const { title, rationale, tier } = draft;
    const input = { id: workspace.value.id, title, rationale, tier };
    const made = await client.call('proposeConvention', {
      ...input,
      affected_files: globsOf(preview),
    });
    if (isRefusal(made)) return setRefusal(made);
    kept.forget();
    tell(
      made.status === 'active' ? 'The rule counts now.' : 'Proposed. Another member accepts it.',
    );
    go(href('conventions', made.id));
  };
  const change = (changed: Draft) => {
    kept.change(changed);
    setRefusal(undefined);
  };
  return (
    <Page
      title="Propose a convention"
      above={{ title: 'Conventions', to: back }}
      isReady={files !== undefined}
    >
      <div class="form-page">
        <DraftForm
          label="The rule"
          kept={kept}
          submit="Propose"
          canSubmit={draft.title.trim() !== '' && preview.problem === ''}
          back={back}
          onSubmit={submit}
        >
          <Inputs draft={draft} preview={preview} refusal={refusal} onChange={change} />
        </DraftForm>
        <Matched preview={preview} known={files?.length ?? 0} />
      </div>
    </Page>
  );
}

interface MatchedProps {
  readonly preview: ReturnType<typeof previewOf>;
  /** How many files the repository has. */
  readonly known: number;
}

function Matched({ preview, known }: MatchedProps) {
  return (
    <section class="form-beside" aria-label="Files that it is about">
      <h2>Files that it is about</h2>
      {preview.globs.length === 0 ? (
        <p class="faint">The files that the globs match appear here while you type.</p>
      ) : (
        <>
          <p class="quiet numbers" role="status">
            {countOf(preview.files.length, known)}
          </p>
          <FileList files={preview.files} />
        </>
      )}
    </section>
  );
}

interface InputsProps {
  readonly draft: Draft;
  readonly preview: Preview;
  readonly refusal: Refusal | undefined;
  onChange(draft: Draft): void;
}

function Inputs({ draft, preview, refusal, onChange }: InputsProps) {
  const problems = problemsOf(refusal, ['title', 'rationale', 'affected_files']);
  const set = (changes: Partial<Draft>) => onChange({ ...draft, ...changes });
  return (
    <>
      <TextField
        label="The rule, in one line"
        problem={problems.title}
        maxLength={300}
        placeholder="Generated code is not edited"
        value={draft.title}
        onInput={(title) => set({ title })}
      />
      <Tiers tier={draft.tier} onPick={(tier) => set({ tier })} />
      <GlobField {...{ draft, preview, onChange }} problem={problems.affected_files} />
      <LongField
        label="Why"
        problem={problems.rationale}
        rows={4}
        maxLength={10_000}
        value={draft.rationale}
        onInput={(rationale) => set({ rationale })}
      />
      <Problem text={problems.elsewhere} />
    </>
  );
}

interface TiersProps {
  readonly tier: Tier;
  onPick(tier: Tier): void;
}

function Tiers({ tier, onPick }: TiersProps) {
  return (
    <fieldset class="convention-tiers">
      <legend>Tier</legend>
      {tiers.map((one) => (
        <label key={one}>
          <input
            type="radio"
            name="tier"
            value={one}
            checked={one === tier}
            onChange={() => onPick(one)}
          />
          <span>
            <strong>{tierWords[one].word}</strong> <span class="quiet">{tierWords[one].means}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

type GlobFieldProps = Omit<InputsProps, 'refusal'> & { readonly problem: string };

/** Each glob with what it matches, or why it is none. */
function GlobField({ draft, preview, problem, onChange }: GlobFieldProps) {
  return (
    <div class="convention-globs-field">
      <LongField
        label="Globs of its files"
        hint="One on each line, such as src/auth/** or **/*.sql. A rule without any is about all files."
        problem={problem || preview.problem}
        isCode
        rows={3}
        placeholder="src/auth/**"
        value={draft.globs}
        onInput={(globs) => onChange({ ...draft, globs })}
      />
      {preview.globs.length > 0 && (
        <ul class="convention-globs" aria-label="Globs">
          {preview.globs.map((one, at) => (
            <li key={at} data-wrong={'problem' in one || undefined}>
              <code>{shownId('glob' in one ? one.glob : one.written)}</code>
              <span class="faint numbers">
                {'files' in one ? counted(one.files.length, 'file') : 'not a glob'}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface Draft {
  readonly title: string;
  readonly rationale: string;
  readonly tier: Tier;
  readonly globs: string;
}
