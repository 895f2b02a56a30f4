import type { Tier } from '../../../../../shared/conventions/contract.ts';
import type { Refusal } from '../../../../../shared/kernel/refusal.ts';
import { shownId } from '../../../../../shared/kernel/display.ts';
import { counted } from '../../kit/lists/counts.ts';
import { Problem } from '../../kit/forms/field.tsx';
import { problemsOf } from '../../kit/forms/problems.ts';
import { LongField, TextField } from '../../kit/forms/text-field.tsx';
import type { Preview } from './globs-in.ts';
import { tiers, tierWords } from './words.ts';

interface InputsProps {
  readonly draft: Draft;
  readonly preview: Preview;
  readonly refusal: Refusal | undefined;
  onChange(draft: Draft): void;
}

export function Inputs({ draft, preview, refusal, onChange }: InputsProps) {
  const problems = problemsOf(refusal, ['title', 'rationale', 'affected_files']);
  const set = (changes: Partial<Draft>) => onChange({ ...draft, ...changes });
  return (
    <>
      <TextField
        label="The rule, in one line"
        problem={problems.title}
        autofocus
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

export interface Draft {
  readonly title: string;
  readonly rationale: string;
  readonly tier: Tier;
  readonly globs: string;
}
