import { asData, shownId, shownUser } from '../../../../../../shared/kernel/display.ts';
import type { ConventionRecord } from '../../../../../../shared/conventions/contract.ts';
import { ask, isFinal } from '../../../kit/forms/ask.tsx';
import { Badge } from '../../../kit/button.tsx';
import { act } from '../../../kit/toast.tsx';
import { Who } from '../../../kit/who.tsx';
import { useAddress } from '../../../place/address.ts';
import { isAdmin, usePlace, type Place } from '../../../place/place.ts';
import { type Action, Detail, Facts, Paths, Section, Words } from '../parts/detail.tsx';
import { useInbox } from '../parts/inbox-context.ts';
import { listed, type ItemOf } from '../model/items.ts';
import { useEffect, useState } from 'preact/hooks';
import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';

/** A rule that blocks writes and waits to be accepted (CNV-5). */
export function RuleItem({ item: { record, since } }: { readonly item: ItemOf<'rule'> }) {
  const globs = record.affected_files;
  return (
    <Detail
      what="Proposed rule"
      since={since}
      title={asData(record.title)}
      question={`${shownUser(record.proposed_by_name)} proposed it (${record.tier}) for ${listed(
        globs.map((glob) => shownId(glob)),
        3,
      )}; it denies nothing yet.`}
      actions={useRuleActions(record)}
    >
      <Section title="Why">
        <Words text={record.rationale || 'No reason was given.'} />
      </Section>
      <Facts
        facts={[
          ['Proposed by', <Who name={record.proposed_by_name} />],
          ['Tier', <Badge tone="warn">{record.tier}</Badge>],
          ['Files', <Paths paths={globs} />],
        ]}
      />
      <Section title="What it would deny to write">
        <Matches globs={globs} />
      </Section>
    </Detail>
  );
}

function useRuleActions(record: ConventionRecord): Action[] {
  const place = usePlace();
  const { client, workspace, href, me } = place;
  const { go } = useAddress();
  const { settle } = useInbox();
  const id = workspace.value.id;
  const rule = { id, cid: record.id };
  const isMine = record.proposed_by === me.id;
  const accept = async () => {
    const text = `“${asData(record.title)}” then denies every write to ${listed(
      record.affected_files.map((glob) => shownId(glob)),
      3,
    )}. ${isFinal} An admin can retire it later.`;
    const isSure = await ask({ title: 'Accept this rule?', text, yes: 'Accept', kind: 'primary' });
    if (!isSure) return undefined;
    return act(client.call('acceptConvention', rule), { done: 'Accepted. It counts from now on.' });
  };
  const drop = async () => {
    const [title, yes] = isMine ? ['Take it back?', 'Withdraw'] : ['Decline it?', 'Decline'];
    const text = `“${asData(record.title)}” is retired without ever having counted. ${isFinal}`;
    if (!(await ask({ title, text, yes }))) return undefined;
    const call = isMine
      ? client.call('withdrawConvention', rule)
      : client.call('changeConvention', { ...rule, status: 'retired' });
    return act(call, { done: isMine ? 'Withdrawn.' : 'Declined.' });
  };
  return [
    {
      letter: 'a',
      label: 'Accept',
      kind: 'primary',
      off: whyNotAccept(place, isMine),
      run: () => settle(accept),
    },
    {
      letter: 'x',
      label: isMine ? 'Withdraw' : 'Decline',
      kind: 'danger',
      off:
        isMine || isAdmin(place)
          ? undefined
          : `Only ${shownUser(record.proposed_by_name)} takes it back, or an admin.`,
      run: () => settle(drop),
    },
    { letter: 'o', label: 'Open', run: () => go(href('conventions', record.id)) },
  ];
}

function whyNotAccept(place: Place, isMine: boolean): string | undefined {
  if (isAdmin(place)) return undefined;
  const setting = place.workspace.value.must_rules;
  if (setting === 'admins') return 'In this workspace only admins accept rules that block writes.';
  const isOwn = isMine && setting !== 'anyone';
  return isOwn ? 'You proposed it, so another member or an admin accepts it.' : undefined;
}

const pageOfFiles = 10_000;
const shownFiles = 8;

interface Matched {
  readonly paths: readonly string[];
  readonly all: number;
}

/** Which files of the repository globs match. */
function Matches({ globs }: { readonly globs: readonly string[] }) {
  const { client, workspace } = usePlace();
  const [matched, setMatched] = useState<Matched>();
  useEffect(() => {
    let isCurrent = true;
    void matchedBy(client, workspace.value.id, globs).then(
      (found) => isCurrent && setMatched(found),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [globs.join('\n')]);
  if (matched === undefined) return <p class="quiet">…</p>;
  const { paths, all } = matched;
  const more = paths.length - shownFiles;
  if (paths.length === 0)
    return (
      <p class="quiet">None of the {all} files that are known now; files to come may match.</p>
    );
  return (
    <>
      <p class="quiet numbers">
        {paths.length} of {all} files
      </p>
      <Paths paths={paths.slice(0, shownFiles)} />
      {more > 0 && <p class="quiet numbers">and {more} more</p>}
    </>
  );
}

/** The matcher is large, and needed only here: it is loaded when a rule is opened. */
async function matchedBy(
  client: Place['client'],
  id: string,
  globs: readonly string[],
): Promise<Matched | undefined> {
  const [{ compileGlobs }, files] = await Promise.all([
    import('../../../../../../shared/conventions/globs.ts'),
    client.call('listFiles', { id, limit: pageOfFiles }),
  ]);
  if (isRefusal(files)) return undefined;
  const matches = compileGlobs(globs);
  const paths = files.files.map(({ path }) => path).filter(matches);
  return { paths, all: files.files.length };
}
