import type { ComponentChildren } from 'preact';
import { useId, useState, useRef } from 'preact/hooks';
import { asData } from '../../../../../../shared/kernel/display.ts';
import type { Input, Output } from '../../../../../../shared/api/operations.ts';
import { isRefusal, refuse, type Refusal } from '../../../../../../shared/kernel/refusal.ts';
import { forAdmins, isAdmin, usePlace } from '../../../place/place.ts';
import { Button } from '../../../kit/button.tsx';
import { Problem } from '../../../kit/forms/field.tsx';
import { act } from '../../../kit/toast.tsx';
import { SettingsPage } from '../frame/settings-page.tsx';
import { exampleBranch, policies, chosenOf, type Policy } from './policies.ts';
import './workspace.css';

/** DSH-76: the settings of the workspace, for everybody to read and for admins to change. */
export function Workspace() {
  const place = usePlace();
  const { name, slug, branch_prefix: prefix } = place.workspace.value;
  const isDisabled = !isAdmin(place);
  return (
    <SettingsPage path="" isReady>
      {isDisabled && <p class="settings-note">{forAdmins}</p>}
      <TextSetting
        label="Name"
        value={name}
        isDisabled={isDisabled}
        about={() => (
          <>
            What the team reads everywhere. Addresses and commands go on with <code>{slug}</code>.
          </>
        )}
        change={(next) => ({ name: next })}
        done={(next) => `The workspace is called ${next} now.`}
      />
      <TextSetting
        label="Branch prefix"
        value={prefix}
        isDisabled={isDisabled}
        isCode
        about={(draft) => (
          <>
            A new workstream gets a branch such as <code>{exampleBranch(draft)}</code>. Branches
            that are there keep their names.
          </>
        )}
        change={(next) => ({ branch_prefix: next })}
        done={(next) => `New branches begin with ${next}/ now.`}
      />
      {policies.map((policy) => (
        <PolicyChoice key={policy.field} policy={policy} isDisabled={isDisabled} />
      ))}
    </SettingsPage>
  );
}

interface TextSettingProps {
  readonly label: string;
  readonly value: string;
  readonly isDisabled: boolean;
  readonly isCode?: boolean;
  /** What it is for, with what is typed. */
  about(draft: string): ComponentChildren;
  change(value: string): Change;
  done(value: string): string;
}

/** A line of text that is saved by its button or by Enter; Escape takes back what was typed. */
function TextSetting(props: TextSettingProps) {
  const { label, value, isDisabled, isCode = false } = props;
  // What is typed stays when somebody else changes the setting.
  const [typed, setTyped] = useState<string>();
  const draft = typed ?? value;
  const [problem, setProblem] = useState('');
  const change = useChange();
  const id = useId();
  const isChanged = draft.trim() !== value;
  const save = async (event: Event) => {
    event.preventDefault();
    const next = draft.trim();
    if (!isChanged) return;
    const words = { done: props.done(asData(next, 80)), back: props.change(value) };
    const refusal = await change(props.change(next), words);
    setProblem(refusal?.message ?? '');
    if (refusal === undefined) setTyped(undefined);
  };
  return (
    <form class="setting" onSubmit={(event) => void save(event)}>
      <div class="setting-words">
        <label for={id}>{label}</label>
        <p id={`${id}-about`} class="quiet">
          {props.about(draft.trim())}
        </p>
      </div>
      <div class="setting-value">
        <div class="setting-line">
          <input
            id={id}
            class={isCode ? 'input mono' : 'input'}
            aria-describedby={`${id}-about`}
            aria-invalid={problem !== '' || undefined}
            autocomplete="off"
            spellcheck={false}
            disabled={isDisabled}
            title={isDisabled ? forAdmins : undefined}
            value={draft}
            onInput={({ currentTarget }) => {
              setTyped(currentTarget.value);
              setProblem('');
            }}
            onKeyDown={({ key }) => key === 'Escape' && setTyped(undefined)}
          />
          <Button
            type="submit"
            disabled={!isChanged || draft.trim() === ''}
            aria-label={`Save: ${label}`}
          >
            Save
          </Button>
        </div>
        <Problem text={problem} />
      </div>
    </form>
  );
}

interface PolicyChoiceProps {
  readonly policy: Policy;
  readonly isDisabled: boolean;
}

/** One setting with its choices; a choice counts at once, and can be undone. */
function PolicyChoice({ policy, isDisabled }: PolicyChoiceProps) {
  const { workspace } = usePlace();
  const place = useRef<HTMLFieldSetElement>(null);
  const change = useChange();
  const name = useId();
  const { field, title, about, options } = policy;
  const chosen = chosenOf(workspace.value, policy);
  const choose = async (value: string, label: string) => {
    const refusal = await change({ [field]: value } as Change, {
      done: `${title}: ${label.toLowerCase()}.`,
      back: { [field]: chosen } as Change,
    });
    if (refusal === undefined) return;
    await act(Promise.resolve(refusal));
    for (const input of place.current?.querySelectorAll('input') ?? [])
      input.checked = input.value === chosen;
  };
  return (
    <fieldset
      ref={place}
      class="setting"
      disabled={isDisabled}
      title={isDisabled ? forAdmins : undefined}
      aria-describedby={`${name}-about`}
    >
      <legend class="unseen">{title}</legend>
      <div class="setting-words">
        <span class="setting-title" aria-hidden="true">
          {title}
        </span>
        <p id={`${name}-about`} class="quiet">
          {about}
        </p>
      </div>
      <div class="setting-value">
        {options.map(({ value, label, effect }) => (
          <label key={value} class="choice" data-chosen={value === chosen || undefined}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={() => void choose(value, label)}
            />
            <span class="choice-label">{label}</span>
            <span class="choice-effect">{effect}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type Change = Omit<Input<'changeWorkspace'>, 'id'>;

interface Words {
  /** What is so now. */
  readonly done: string;
  /** What takes it back. */
  readonly back: Change;
}

/** Changes the workspace; the refusal, or undefined when it is done and said. */
function useChange(): (change: Change, words: Words) => Promise<Refusal | undefined> {
  const { client, workspace } = usePlace();
  const { id } = workspace.value;
  const send = async (change: Change) => {
    const answer = await client.call('changeWorkspace', { id, ...change });
    if (!isRefusal(answer)) workspace.value = answer;
    return answer;
  };
  return async (change, { done, back }) => {
    const answer = await send(change);
    if (isRefusal(answer)) return answer;
    const undo = () =>
      isStill(workspace.value, change) ? send(back) : Promise.resolve(changedSince);
    await act(Promise.resolve(answer), { done, undo });
    return undefined;
  };
}

/** Whether nobody has changed again what was changed. */
function isStill(now: Output<'getWorkspace'>, change: Change): boolean {
  return Object.entries(change).every(([field, value]) => now[field as keyof Change] === value);
}

const changedSince = refuse(
  'Conflict',
  'Nothing was undone: somebody has changed this setting since. Choose here what it shall be.',
);
