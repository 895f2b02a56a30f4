import type { Tier } from '../../../../../shared/conventions/contract.ts';
import type { Refusal } from '../../../../../shared/kernel/refusal.ts';
import { shownId } from '../../../../../shared/kernel/display.ts';
import { Field } from '../../kit/field.tsx';
import type { Preview } from './globs-in.ts';
import type { Draft } from './propose-page.tsx';
import { tiers, tierWords } from './words.ts';

interface InputsProps {
  readonly draft: Draft;
  readonly preview: Preview;
  readonly refusal: Refusal | undefined;
  onChange(draft: Draft): void;
}

export function Inputs({ draft, preview, refusal, onChange }: InputsProps) {
  const about = String(refusal?.details['field']);
  const problem = (field: string) =>
    refusal !== undefined && about === field ? { problem: refusal.message } : {};
  const isElsewhere = !['title', 'rationale', 'affected_files'].includes(about);
  return (
    <>
      <Field label="The rule, in one line" {...problem('title')}>
        {(field) => (
          <input
            {...field}
            autofocus
            maxLength={300}
            placeholder="Generated code is not edited"
            value={draft.title}
            onInput={({ currentTarget }) => onChange({ ...draft, title: currentTarget.value })}
          />
        )}
      </Field>
      <Tiers tier={draft.tier} onPick={(tier) => onChange({ ...draft, tier })} />
      <GlobField {...{ draft, preview, onChange }} {...problem('affected_files')} />
      <Field label="Why" {...problem('rationale')}>
        {(field) => (
          <textarea
            {...field}
            rows={4}
            maxLength={10_000}
            value={draft.rationale}
            onInput={({ currentTarget }) => onChange({ ...draft, rationale: currentTarget.value })}
          />
        )}
      </Field>
      {refusal !== undefined && isElsewhere && (
        <p class="field-problem" role="alert">
          {refusal.message}
        </p>
      )}
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

type GlobFieldProps = Omit<InputsProps, 'refusal'> & { readonly problem?: string };

/** Each glob with what it matches, or why it is none. */
function GlobField({ draft, preview, problem = '', onChange }: GlobFieldProps) {
  return (
    <div class="convention-globs-field">
      <Field
        label="Globs of its files"
        hint="One on each line, such as src/auth/** or **/*.sql. A rule without any is about all files."
        problem={problem || preview.problem}
      >
        {(field) => (
          <textarea
            {...field}
            class="input mono"
            rows={3}
            spellcheck={false}
            placeholder="src/auth/**"
            value={draft.globs}
            onInput={({ currentTarget }) => onChange({ ...draft, globs: currentTarget.value })}
          />
        )}
      </Field>
      {preview.globs.length > 0 && (
        <ul class="convention-globs" aria-label="Globs">
          {preview.globs.map((one, at) => (
            <li key={at} data-wrong={'problem' in one || undefined}>
              <code>{shownId('glob' in one ? one.glob : one.written)}</code>
              <span class="faint numbers">
                {'files' in one
                  ? `${one.files.length} ${one.files.length === 1 ? 'file' : 'files'}`
                  : 'not a glob'}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
