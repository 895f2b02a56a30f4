import { forAdmins, isAdmin, usePlace } from '../../../place/place.ts';
import { SettingsPage } from '../frame/settings-page.tsx';
import { PolicyChoice } from './policy-choice.tsx';
import { exampleBranch, policies } from './policies.ts';
import { TextSetting } from './text-setting.tsx';
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
