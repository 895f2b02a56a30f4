import { asData, shownUser } from '../../../../../../shared/kernel/display.ts';
import { Name, Command } from '../../../kit/code.tsx';
import { Link } from '../../../kit/link.tsx';
import { Who } from '../../../kit/who.tsx';
import { tell } from '../../../kit/toast.tsx';
import { usePlace } from '../../../place/place.ts';
import { Detail, Facts } from '../parts/detail.tsx';
import { commandIn } from '../model/command.ts';
import type { ItemOf } from '../model/items.ts';

/** A branch that `coord watch` could not move on somebody's machine (WAT-19). */
export function BranchItem({ item: { record, since } }: { readonly item: ItemOf<'branch'> }) {
  const { href, me } = usePlace();
  const { branch, reason, machine, commit_sha: commit, workstream, user_name: name } = record;
  const { what, command } = commandIn(reason);
  const where = machine === '' ? 'a machine' : asData(machine, 40);
  const whose = record.user_id === me.id ? 'your' : `${shownUser(name)}’s`;
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text);
    tell('Copied.');
  };
  return (
    <Detail
      what="Branch that could not follow"
      since={since}
      title={<Name text={branch} />}
      question={`It stays behind in ${whose} work tree on ${where} until what stands in the way is gone.`}
      actions={
        command === '' ? [] : [{ letter: 'c', label: 'Copy the command', run: () => copy(command) }]
      }
    >
      <p class="inbox-words">{asData(what, 500)}</p>
      {command !== '' && <Command text={command} />}
      <Facts
        facts={[
          ['Whose', <Who name={name} />],
          machine !== '' && ['Machine', <Name text={machine} />],
          workstream !== undefined && [
            'Workstream',
            <Link to={href('work', workstream)}>{asData(workstream)}</Link>,
          ],
          commit !== '' && ['Should be at', <Name text={commit.slice(0, 12)} />],
        ]}
      />
    </Detail>
  );
}
