import { useEffect, useState } from 'preact/hooks';
import { asData } from '../../../../../../shared/kernel/display.ts';
import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import type { WorkstreamRecord } from '../../../../../../shared/workstreams/contract.ts';
import { Link } from '../../../kit/link.tsx';
import { usePlace } from '../../../place/place.ts';

/** The workstream that has this branch; nothing where none has. */
export function WorkstreamOf({ branch }: { readonly branch: string }) {
  const { client, workspace, href } = usePlace();
  const [found, setFound] = useState<WorkstreamRecord>();
  useEffect(() => {
    let isGone = false;
    const input = { id: workspace.value.id, status: 'active', brief: true, limit: 200 } as const;
    void client.call('listWorkstreams', input).then((answer) => {
      if (isGone || isRefusal(answer)) return;
      setFound(answer.workstreams.find((one) => one.branch === branch));
    });
    return () => {
      isGone = true;
    };
  }, [branch]);
  if (found === undefined) return null;
  return <Link to={href('work', found.slug)}>{asData(found.title || found.slug, 120)}</Link>;
}
